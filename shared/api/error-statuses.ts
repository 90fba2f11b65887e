import { type CodeOf, type ErrorCode, type ErrorKind, errorCodes } from '../kernel/error-codes.ts';
import type { Operation } from './define.ts';

/** The HTTP status of a kind of error: a refusal names its kind, and only the contract what the wire makes of it. */
const statusOfKind: Record<ErrorKind, number> = {
  invalid: 400,
  unauthenticated: 401,
  forbidden: 403,
  'not-found': 404,
  conflict: 409,
  'too-large': 413,
  'too-many-requests': 429,
  internal: 500,
  unavailable: 503,
};

/** The HTTP status that answers carry with a code. */
export const statusOf = (code: ErrorCode): number => statusOfKind[errorCodes[code]];

/** Every code, in the order of the table. */
export const errorCodeList = Object.keys(errorCodes) as [ErrorCode, ...ErrorCode[]];

/** The codes of an operation: those that follow from its route and its parts, and those that it names. */
export function errorCodesOf(operation: Operation): ErrorCode[] {
  const { route, query, body, errors = [] } = operation;
  const parsed = operation.params ?? query ?? operation.headers ?? body;
  const guarded = route.auth !== 'none';
  const writes = route.method !== 'GET';
  const codes: Record<string, readonly ErrorCode[] | false> = {
    parts: ['invalid_request'],
    path: operation.params !== undefined && ['not_found'],
    answer: parsed !== undefined && operation.status === 200 && ['request_too_broad'],
    page: query !== undefined && 'cursor' in query.shape && ['invalid_cursor'],
    token: guarded && ['unauthenticated', 'token_expired', 'token_revoked', 'user_disabled'],
    password: guarded && !route.beforePasswordChange && ['password_change_required'],
    login: route.sessionOnly === true && ['login_required'],
    admin: route.auth === 'admin' && ['forbidden'],
    bound: guarded && route.auth !== 'project' && (writes || route.auth === 'admin') && ['token_restricted'],
    project: route.auth === 'project' && ['no_project_access', 'role_required'],
    chosen: route.auth === 'project' && !route.path.includes('{project_id}') && ['project_required'],
    body: body !== undefined && ['too_large'],
    repeats: guarded && writes && repeatCodes,
    server: ['internal', 'timed_out', 'unavailable'],
    table: guarded && ['busy'],
    limits: ['too_many_requests'],
  };
  const all = new Set([...Object.values(codes).flatMap((some) => some || []), ...errors]);
  return errorCodeList.filter((code) => all.has(code));
}

/** Of any write with a token: it may carry an `Idempotency-Key`, and others may write at the same time. */
const repeatCodes: readonly CodeOf<'conflict'>[] = [
  'concurrent_change',
  'idempotency_key_reused',
  'idempotency_in_progress',
  'idempotency_answer_not_kept',
];
