/** Maps routes to Lambda functions, derived from the route list (rule DEPLOY-2). */
import type { ObjectUse } from '#infra/constructs/artifact-bucket.ts';
import type { FlowRunUse } from '#infra/flow-run-access.ts';
import { isInProject } from '#shared/api/route.ts';
import { type Group, type OperationId, type Route, routeList } from '#shared/api/routes.ts';

export type OperationRoute = { operationId: OperationId } & Route;

/** Names the function that serves a route. Routes of different groups never share a function. */
export type Grouping = (route: OperationRoute) => string;

/**
 * One Lambda per group. To split off a hot operation, name it here: `route.operationId === 'getChipMetrics' ?
 * 'chip-metrics' : route.group`.
 */
export const byGroup: Grouping = (route) => route.group;

export interface FunctionUnit {
  /** Unique name, such as `chips`. */
  name: string;
  /** The group whose bundle it runs. */
  group: Group;
  routes: readonly OperationRoute[];
  /** Whether one of its operations writes; otherwise its role has no write action. */
  writes: boolean;
  /** Whether one of its operations serves users, whose last access it records (rules PROJ-13, USER-5). */
  notesAccess: boolean;
  /** Whether it has operations of one project, which reach the table by a session of that project (rule AUTH-44). */
  inProjects: boolean;
  /** Whether it writes signing keys, names and passwords. Only the auth group does. */
  writesAccounts: boolean;
  /** Whether it writes the service audit. */
  writesSystemAudit: boolean;
  /** Whether it reads the signing seed. Only the group that signs tokens does. */
  readsSecret: boolean;
  /** What it does with executions of the state machine. */
  flowRuns: readonly FlowRunUse[];
  /** What it does with figures, raw data and snapshots. */
  objects: readonly ObjectUse[];
}

/**
 * The groups that start, inspect or stop runs, and the one that receives worker reports. The first ones also settle the
 * holder of a lock that they find.
 */
const flowRunUses: Partial<Record<Group, readonly FlowRunUse[]>> = {
  flows: ['start', 'describe', 'fail-token', 'complete-token'],
  executions: ['describe', 'fail-token', 'complete-token'],
  'run-queue': ['start', 'describe', 'fail-token', 'complete-token'],
  workers: ['fail-token', 'complete-token', 'heartbeat'],
};

/** The groups whose operations change accounts or the owner of a project. */
const systemAuditors: readonly Group[] = ['auth', 'projects', 'project-imports'];

/** What each group does with figures and raw data. Workers write them through signed addresses. */
const objectUses: Partial<Record<Group, readonly ObjectUse[]>> = {
  projects: ['count'],
  artifacts: ['read', 'write', 'download', 'count'],
  reanalysis: ['analyse'],
  'export-jobs': ['resume', 'download'],
  archives: ['archive'],
  'project-imports': ['check', 'write', 'snapshot', 'keep-image', 'keep-results', 'count'],
  images: ['show-image', 'keep-image', 'count'],
};

/**
 * Returns the functions of the API under a grouping, in route order.
 * @throws Error when the grouping puts two groups into one function, since a function runs one group's bundle.
 */
export function functionUnits(
  grouping: Grouping = byGroup,
  routes: readonly OperationRoute[] = routeList,
): FunctionUnit[] {
  return [...Map.groupBy(routes, grouping)].map(([name, members]) => {
    const [group, ...others] = new Set(members.map((route) => route.group));
    if (!group || others.length > 0)
      throw new Error(`function '${name}' mixes groups: ${[group, ...others].join(', ')}`);
    return {
      name,
      group,
      routes: members,
      writes: members.some((route) => route.method !== 'GET' && !route.readOnly),
      notesAccess: members.some((route) => route.auth !== 'none'),
      inProjects: members.some(isInProject),
      writesAccounts: group === 'auth',
      writesSystemAudit: systemAuditors.includes(group),
      readsSecret: group === 'auth',
      flowRuns: flowRunUses[group] ?? [],
      objects: objectUses[group] ?? [],
    };
  });
}
