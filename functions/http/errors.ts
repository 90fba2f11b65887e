import { Refusal, type RefusalKind } from '#shared/errors.ts';
import { type MiddyRequest, type Result, stateIfAny } from './state.ts';

/** The one place where a refusal becomes an HTTP status (design 1, principle 6). */
const statusOf: Record<RefusalKind, number> = {
  invalid: 400,
  unauthenticated: 401,
  forbidden: 403,
  'not-found': 404,
  conflict: 409,
  'too-large': 413,
  'too-many-requests': 429,
};

/** Headers of every answer. */
export const commonHeaders = {
  'content-type': 'application/json',
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
};

/** An answer that only says what is wrong. */
export const problemResult = (statusCode: number, detail: string): Result => ({
  statusCode,
  headers: { ...commonHeaders },
  body: JSON.stringify({ detail }),
});

/** The answer of a refusal. */
export function refusalResult(refusal: Refusal): Result {
  const headers: Record<string, string> = { ...commonHeaders };
  if (refusal.kind === 'unauthenticated') headers['www-authenticate'] = 'Bearer';
  if (refusal.retryAfterSeconds !== undefined) headers['retry-after'] = String(refusal.retryAfterSeconds);
  const body = { detail: refusal.message, ...(refusal.problems.length > 0 ? { errors: refusal.problems } : {}) };
  return { statusCode: statusOf[refusal.kind], headers, body: JSON.stringify(body) };
}

/** Turns whatever was thrown into an answer; what is no refusal is our fault, is logged, and says nothing of itself. */
export const httpErrors = () => ({
  onError: (request: MiddyRequest): Result => {
    const error = request.error;
    if (error instanceof Refusal) return refusalResult(error);
    const state = stateIfAny(request.event);
    const requestId = state?.ctx.requestId ?? '';
    state?.ctx.log.error('request failed', {
      requestId,
      routeKey: request.event.routeKey,
      error: error?.name,
      reason: error?.message,
      stack: error?.stack,
    });
    const detail = `The server failed to carry out '${request.event.routeKey}'; request id '${requestId}'`;
    return problemResult(500, detail);
  },
});
