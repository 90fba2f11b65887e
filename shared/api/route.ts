/** HTTP methods in use. */
export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** The Lambda function that serves an operation; one role each (rule API-1). */
export type Group =
  | 'system'
  | 'auth'
  | 'projects'
  | 'undo'
  | 'chips'
  | 'imports'
  | 'exports'
  | 'export-jobs'
  | 'calibrations'
  | 'metrics'
  | 'executions'
  | 'run-queue'
  | 'cooldowns'
  | 'flows'
  | 'notes'
  | 'images'
  | 'discussions'
  | 'search'
  | 'task-results'
  | 'artifacts'
  | 'reanalysis'
  | 'archives'
  | 'project-imports'
  | 'workers'
  | 'schedules'
  | 'provenance'
  | 'notifications';

/**
 * Who may call an operation.
 * - `none`: everyone
 * - `user`: a valid token; `project: 'optional'` also resolves a project if there is one
 * - `admin`: a valid token of a system administrator
 * - `project`: a valid token and an active membership of the request's project with at least `role`
 */
export type Access =
  | { auth: 'none' }
  | { auth: 'user'; project?: 'optional' }
  | { auth: 'admin' }
  | { auth: 'project'; role: 'viewer' | 'editor' | 'owner' };

/** One route. `path` uses `{name}` for parameters, as API Gateway and OpenAPI do. */
export type Route = {
  method: Method;
  path: `/${string}`;
  group: Group;
  /** Users whose password was set by another person may call it before they choose their own (rule AUTH-25). */
  beforePasswordChange?: true;
  /** It concerns secrets or rights: it takes a session, never an API token (rule AUTH-40). */
  sessionOnly?: true;
  /** It computes over all values of a chip for long: on one machine few are answered at once (rule DEPLOY-40). */
  heavy?: true;
  /** It writes nothing, whatever its method: the function of a group of such operations has no right to write. */
  readOnly?: true;
  /** What it uses besides units of the table, each with a limit of its own (rule LIMIT-1). */
  spends?: 'starts' | 'uploads' | 'exports';
  /** Only clients of this service call it: neither the typed client nor the command line offers it (docs/decisions/0063). */
  compatibility?: 'qdash';
  /** The operations that others call in place of such a one. */
  instead?: readonly string[];
  /**
   * It reads or writes items of other projects than the caller's, or of no project, so that it has the table by the function's own
   * role (rule AUTH-44).
   */
  acrossProjects?: true;
  /** A running run needs it: it may use a reserve that other requests leave (rule LIMIT-6). */
  ofRun?: true;
} & Access;

export const open = { auth: 'none' } as const;
export const user = { auth: 'user' } as const;
export const sessionOnly = { sessionOnly: true } as const;
export const beforePasswordChange = { beforePasswordChange: true } as const;
export const heavy = { heavy: true } as const;
export const readOnly = { readOnly: true } as const;
export const starting = { spends: 'starts' } as const;
export const uploading = { spends: 'uploads' } as const;
export const exporting = { spends: 'exports' } as const;
export const qdash = (...instead: readonly string[]) => ({ compatibility: 'qdash', instead }) as const;
export const acrossProjects = { acrossProjects: true } as const;
export const ofRun = { ofRun: true } as const;
export const userInProject = { auth: 'user', project: 'optional' } as const;
export const admin = { auth: 'admin' } as const;
export const viewer = { auth: 'project', role: 'viewer' } as const;
export const editor = { auth: 'project', role: 'editor' } as const;
export const owner = { auth: 'project', role: 'owner' } as const;

/** Whether an operation may be called in a project, and has no other in the table (rule AUTH-44). */
export const isInProject = (route: Route): boolean =>
  !route.acrossProjects && (route.auth === 'project' || (route.auth === 'user' && route.project === 'optional'));
