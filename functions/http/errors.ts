import type { Operation } from '#shared/api/define.ts';
import { errorCodesOf, statusOf } from '#shared/api/error-statuses.ts';
import type { ErrorCode } from '#shared/kernel/error-codes.ts';
import { ServiceError } from '#shared/kernel/errors.ts';
import { NewerForm } from '#shared/kernel/store/dynamodb/codec.ts';
import { tableBusyError } from '#shared/kernel/store/dynamodb/conflict.ts';
import { diskFullRefusal } from '#shared/kernel/store/dynamodb/disk-full.ts';
import { type MiddyRequest, type Result, stateIfAny } from './state.ts';

/** Headers of every answer. */
export const commonHeaders = {
  'content-type': 'application/json',
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
};

/** An answer that contains only the problem. */
export const problemResult = (code: ErrorCode, detail: string): Result => ({
  statusCode: statusOf(code),
  headers: { ...commonHeaders },
  body: JSON.stringify({ detail, code }),
});

export function refusalResult({ code, message, problems, fields, retryAfterSeconds }: ServiceError): Result {
  const headers: Record<string, string> = { ...commonHeaders };
  const statusCode = statusOf(code);
  if (statusCode === 401) headers['www-authenticate'] = 'Bearer';
  if (retryAfterSeconds !== undefined) headers['retry-after'] = String(retryAfterSeconds);
  const body = { ...fields, detail: message, code, ...(problems.length > 0 ? { errors: problems } : {}) };
  return { statusCode, headers, body: JSON.stringify(body) };
}

/**
 * Turns any thrown value into an answer. Anything but a refusal is a fault of the service: it is logged, and the answer
 * gives no details.
 */
export const httpErrors = (operation: Operation) => ({
  onError: (request: MiddyRequest): Result => {
    const state = stateIfAny(request.event);
    const error = described(operation, request.error, state?.ctx.config.strictResponses ?? false);
    if (error instanceof ServiceError) return refusalResult(error);
    const refusal = tableBusyError(error) ?? diskFullRefusal(error);
    if (refusal) {
      state?.ctx.log.warn(refusal.code === 'busy' ? 'table busy' : 'disk full', {
        routeKey: request.event.routeKey,
        reason: String(error),
      });
      return refusalResult(refusal);
    }
    const requestId = state?.ctx.requestId ?? '';
    state?.ctx.log.error('request failed', {
      requestId,
      routeKey: request.event.routeKey,
      error: error?.name,
      reason: error?.message,
      stack: error?.stack,
    });
    if (error instanceof NewerForm)
      return problemResult(
        'unavailable',
        'This data was written by a newer version of the service, which must serve it',
      );
    const detail = `The server failed to carry out '${request.event.routeKey}'; request id '${requestId}'`;
    return problemResult('internal', detail);
  },
});

/** A refusal whose code the operation does not describe is a fault in tests, so that the description is whole. */
function described(operation: Operation, error: Error | null | undefined, strict: boolean) {
  if (!strict || !(error instanceof ServiceError) || errorCodesOf(operation).includes(error.code)) return error;
  return new Error(`${operation.operationId} does not describe its refusal '${error.code}': ${error.message}`);
}
