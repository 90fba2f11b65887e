import { type CodeOf, type ErrorKind, errorCodes } from './error-codes.ts';

/**
 * Refusals as values: each names the resource and its id in one sentence, and has a `code` for programs. Only
 * `functions/http` makes an HTTP answer from one (rule API-5).
 */

/** The kinds of refusal, which exclude faults of the service. */
export type ServiceErrorKind = Exclude<ErrorKind, 'internal'>;

/** One problem of an invalid request: the path of the part (`body.chip_id`) and what is wrong with it. */
export interface Problem {
  path: string;
  message: string;
}

interface More {
  problems?: Problem[] | undefined;
  /** Further fields of the answer. */
  fields?: Record<string, unknown> | undefined;
  retryAfterSeconds?: number | undefined;
}

/** A refusal that the caller may read. Everything else that is thrown is a fault of ours and answers 500. */
export class ServiceError extends Error {
  readonly code: CodeOf<ServiceErrorKind>;
  readonly problems: readonly Problem[];
  /** Seconds after which a retry makes sense. */
  readonly retryAfterSeconds: number | undefined;
  readonly fields: Record<string, unknown>;

  constructor(code: CodeOf<ServiceErrorKind>, detail: string, more: More = {}) {
    super(detail);
    this.name = 'ServiceError';
    this.code = code;
    this.problems = more.problems ?? [];
    this.retryAfterSeconds = more.retryAfterSeconds;
    this.fields = more.fields ?? {};
  }

  get kind(): ServiceErrorKind {
    return errorCodes[this.code];
  }
}

/** The request itself is wrong. */
export const invalid = (detail: string, problems?: Problem[]): ServiceError =>
  new ServiceError('invalid_request', detail, { problems });
/** The query or the body names something that does not exist; for the path it is `notFound`. */
export const unknownReference = (detail: string, problems?: Problem[]): ServiceError =>
  new ServiceError('unknown_reference', detail, { problems });
/** No or no valid token. */
export const unauthenticated = (detail: string, code: CodeOf<'unauthenticated'> = 'unauthenticated'): ServiceError =>
  new ServiceError(code, detail);
/** The caller lacks the right. */
export const forbidden = (detail: string, code: CodeOf<'forbidden'> = 'forbidden'): ServiceError =>
  new ServiceError(code, detail);
/** The resource of the path does not exist, or is not visible to this caller. */
export const notFound = (detail: string): ServiceError => new ServiceError('not_found', detail);
/** The resource's state conflicts with the request. */
export const conflict = (detail: string, code: CodeOf<'conflict'> = 'conflict'): ServiceError =>
  new ServiceError(code, detail);

/** A resource that does not exist within a project, in the one wording (rule API-9). */
export const notInProject = (resource: string, id: string, projectId: string): ServiceError =>
  notFound(`${resource} '${id}' not found in project '${projectId}'`);
