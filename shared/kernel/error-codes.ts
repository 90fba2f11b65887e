/**
 * Every `code` of an error answer with its kind: programs distinguish errors by it without reading the sentence. A code
 * is never renamed and never changes its status; the list grows (docs/decisions/0009-openapi-compatibility.md).
 */
export const errorCodes = {
  invalid_request: 'invalid',
  unknown_reference: 'invalid',
  project_required: 'invalid',
  invalid_cursor: 'invalid',
  request_too_broad: 'invalid',
  wrong_password: 'invalid',
  unauthenticated: 'unauthenticated',
  wrong_credentials: 'unauthenticated',
  sign_in_failed: 'unauthenticated',
  token_expired: 'unauthenticated',
  token_revoked: 'unauthenticated',
  forbidden: 'forbidden',
  no_project_access: 'forbidden',
  role_required: 'forbidden',
  user_disabled: 'forbidden',
  sign_in_refused: 'forbidden',
  password_sign_in_off: 'forbidden',
  login_required: 'forbidden',
  password_change_required: 'forbidden',
  token_restricted: 'forbidden',
  wrong_address: 'forbidden',
  claim_of_another: 'forbidden',
  not_found: 'not-found',
  route_not_found: 'not-found',
  conflict: 'conflict',
  already_exists: 'conflict',
  etag_mismatch: 'conflict',
  changed_since: 'conflict',
  not_undoable: 'conflict',
  concurrent_change: 'conflict',
  not_empty: 'conflict',
  limit_reached: 'conflict',
  run_active: 'conflict',
  run_queued: 'conflict',
  run_ended: 'conflict',
  run_cancelled: 'conflict',
  claim_superseded: 'conflict',
  cooldown_ongoing: 'conflict',
  cryostat_decommissioned: 'conflict',
  idempotency_key_reused: 'conflict',
  idempotency_in_progress: 'conflict',
  idempotency_answer_not_kept: 'conflict',
  too_large: 'too-large',
  too_many_requests: 'too-many-requests',
  internal: 'internal',
  timed_out: 'internal',
  busy: 'unavailable',
  unavailable: 'unavailable',
  provider_unavailable: 'unavailable',
} as const satisfies Record<string, ErrorKind>;

/** How a request is refused. */
export type ErrorKind =
  | 'invalid'
  | 'unauthenticated'
  | 'forbidden'
  | 'not-found'
  | 'conflict'
  | 'too-large'
  | 'too-many-requests'
  | 'internal'
  | 'unavailable';

/** A stable machine-readable word for an error. */
export type ErrorCode = keyof typeof errorCodes;

export type CodeOf<Kind extends ErrorKind> = {
  [Code in ErrorCode]: (typeof errorCodes)[Code] extends Kind ? Code : never;
}[ErrorCode];
