import type { ErrorCode } from '../kernel/error-codes.ts';
import { errorCodeList, statusOf } from './error-statuses.ts';

/**
 * The meaning of each code and, if that is not obvious, what to do: docs/api.md and the OpenAPI document print it.
 * Apart from the codes, since no function needs it to answer.
 */
export const errorMeanings: Record<ErrorCode, string> = {
  invalid_request: 'A part of the request is malformed or out of bounds; see `errors`',
  unknown_reference: 'The query or the body names something that does not exist',
  project_required: 'No project: send `X-Project-Id`',
  invalid_cursor: '`cursor` is not a `next_cursor` of this list: start at its first page',
  request_too_broad:
    'The request would read or return too much: narrow the range, lower `limit` or follow `next_cursor`',
  wrong_password: 'The current password is wrong',
  unauthenticated: 'No token, or not one of this service',
  wrong_credentials: 'The username or the password is wrong',
  sign_in_failed: "The provider's response belongs to another request, is too late, or was already used: start again",
  token_expired: 'The token has expired: sign in, or create another API token',
  token_revoked: 'The password was changed, or the user disabled, after the token was issued: sign in',
  forbidden: 'The caller may not do this',
  no_project_access: 'The project does not exist, is deleted, or the caller cannot access it',
  role_required: "The caller's role in the project is too low",
  user_disabled: 'An administrator disabled the user',
  sign_in_refused:
    'The sign-in provider knows the user, but the service does not admit them; the sentence gives the reason',
  password_sign_in_off: 'Passwords are switched off: use the sign-in provider, and API tokens in scripts',
  login_required: 'The operation takes the token of a login, not an API token',
  password_change_required: 'Another user set the password: choose your own with `POST /auth/change-password` first',
  token_restricted: 'The API token is restricted to a project or a role that excludes this',
  wrong_address: 'This address serves the distribution only: use the public one',
  claim_of_another: 'Another user or worker claimed the run: cancel it, or force the lock, to end it',
  not_found: 'The resource does not exist in this project',
  route_not_found: 'No operation has this method and path',
  conflict: 'The state of the resource does not allow this',
  already_exists: 'The name or id is taken',
  etag_mismatch: 'The resource differs from the version in `If-Match` or `If-None-Match`: read it again',
  changed_since: 'Something has changed since the act that is undone: the detail says what',
  not_undoable: 'The act cannot be undone: the detail says why',
  concurrent_change: 'Another request is changing the same thing: send this one again',
  not_empty: 'The resource is still in use: delete what depends on it first',
  limit_reached: 'The limit is reached: delete one first',
  run_active: 'A run is active in the project or on the chip: wait for its end, or queue the run',
  run_queued: 'The queue of the project prevents this: it is full, several starts match, or an export needs it empty',
  run_ended: 'The run has ended; its worker must stop',
  run_cancelled: 'The run was cancelled; its worker must stop',
  claim_superseded: 'Another claim holds the run; this worker must stop',
  cooldown_ongoing: 'The chip or the cryostat is in a cool-down that is ongoing',
  cryostat_decommissioned: 'The cryostat is decommissioned: make it active first',
  idempotency_key_reused: 'Another request was sent under this `Idempotency-Key`',
  idempotency_in_progress: 'The first request under this `Idempotency-Key` is still in progress: try again shortly',
  idempotency_answer_not_kept: 'The request under this `Idempotency-Key` was carried out; its response was not stored',
  too_large: 'The body is larger than the service accepts',
  too_many_requests: 'Wait for the seconds in `Retry-After`, if it is sent',
  internal: 'The service failed; the log has the request id',
  timed_out: 'The service ran out of time: the request may have been carried out',
  busy: 'Too many requests write at once: send this one again after `Retry-After`',
  provider_unavailable: 'The sign-in provider gave no valid response: try again',
  unavailable: 'No response in time: the request may have been carried out',
};

/** The description of `code` in the OpenAPI document. */
export const codeDescription = (): string =>
  `What a program can tell apart. A client treats a code that it does not know as the status alone.

${errorCodeList.map((code) => `- \`${code}\` (${statusOf(code)}): ${errorMeanings[code]}`).join('\n')}`;
