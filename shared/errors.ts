/**
 * Refusals as values: each says in one sentence which resource and id it is about. Only `functions/http` knows what
 * HTTP status a kind becomes (design 1, principle 6).
 */

/** The kinds of refusal. */
export type RefusalKind =
  | 'invalid'
  | 'unauthenticated'
  | 'forbidden'
  | 'not-found'
  | 'conflict'
  | 'too-large'
  | 'too-many-requests';

/** One problem of an invalid request: the path of the part (`body.chip_id`) and what is wrong with it. */
export interface Problem {
  path: string;
  message: string;
}

/** A refusal that the caller may read. Everything else that is thrown is a fault of ours and answers 500. */
export class Refusal extends Error {
  readonly kind: RefusalKind;
  readonly problems: readonly Problem[];
  /** Seconds after which trying again makes sense. */
  readonly retryAfterSeconds: number | undefined;

  constructor(kind: RefusalKind, detail: string, more: { problems?: Problem[]; retryAfterSeconds?: number } = {}) {
    super(detail);
    this.name = 'Refusal';
    this.kind = kind;
    this.problems = more.problems ?? [];
    this.retryAfterSeconds = more.retryAfterSeconds;
  }
}

/** 400: the request itself is wrong. */
export const invalid = (detail: string, problems?: Problem[]): Refusal =>
  new Refusal('invalid', detail, problems ? { problems } : {});
/** 401: no or no valid token. */
export const unauthenticated = (detail: string): Refusal => new Refusal('unauthenticated', detail);
/** 403: the caller may not. */
export const forbidden = (detail: string): Refusal => new Refusal('forbidden', detail);
/** 404: the resource of the path does not exist, or not for this caller. */
export const notFound = (detail: string): Refusal => new Refusal('not-found', detail);
/** 409: the resource's state stands against it. */
export const conflict = (detail: string): Refusal => new Refusal('conflict', detail);

/** 404 of a resource within a project, in the one wording (design 12, row "Text of errors"). */
export const notInProject = (resource: string, id: string, projectId: string): Refusal =>
  notFound(`${resource} '${id}' not found in project '${projectId}'`);
