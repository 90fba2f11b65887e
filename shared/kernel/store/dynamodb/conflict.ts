import { TransactionCanceledException } from '@aws-sdk/client-dynamodb';
import { conflict, ServiceError } from '../../errors.ts';
import { backOff } from './back-off.ts';

/**
 * The one way to handle conflicts of writers. A transaction is conditional on what was read being unchanged. If it has
 * changed, the condition fails as a `StaleReadError`, nothing is written, and `retryOnConflict` reads and decides
 * again.
 */

/** Something that was read has been written by another request since. */
export class StaleReadError extends Error {
  override readonly name = 'StaleReadError';
}

/** The error of a failed condition on something that was read before. */
export const staleReadOf = (what: string) => (): Error => new StaleReadError(`${what} was changed by another request`);
export const staleRead = staleReadOf('An item');

/** How often to try, and what to throw when others never stop. */
export interface RetryLimit {
  attempts: number;
  exceeded(last: StaleReadError): Error;
}

/** Ends as the 409 of a resource, such as "Flow 'morning'": for HTTP requests. */
export const orRefuse = (what: string): RetryLimit => ({ attempts: 10, exceeded: () => changedByOthers(what) });

/**
 * Ends as the `StaleReadError` itself: for callers that are invoked again with the same input, such as stream
 * consumers.
 */
export const orRethrow = (attempts: number): RetryLimit => ({ attempts, exceeded: (last) => last });

/**
 * Does work again, from its reads on, until it meets no `StaleReadError`.
 * @throws what `limit` says when others never stop, and whatever else the work throws.
 */
export async function retryOnConflict<T>(limit: RetryLimit, work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof StaleReadError)) throw error;
      if (attempt >= limit.attempts) throw limit.exceeded(error);
      await backOff(attempt);
    }
  }
}

/** Answers whether work was done: false where what it had read was written since. */
export async function isDoneUnlessStale(work: Promise<unknown>): Promise<boolean> {
  try {
    await work;
    return true;
  } catch (error) {
    if (error instanceof StaleReadError) return false;
    throw error;
  }
}

/** 409 of a resource whose entity tag is not the one that the caller read. */
export const etagMismatch = (what: string, etag: string, ifMatch: string): ServiceError =>
  conflict(
    `${what} was changed by another request: its ETag is ${etag}, If-Match was ${ifMatch}. Read it again`,
    'etag_mismatch',
  );

/** 409 of a resource that others are writing. */
export const changedByOthers = (what: string, doing = 'changed'): ServiceError =>
  conflict(`${what} is being ${doing} by another request. Try again`, 'concurrent_change');

const busyReasons = new Set(['TransactionConflict', 'ThrottlingError', 'ProvisionedThroughputExceeded']);
const busyErrors = new Set([
  'TransactionInProgressException',
  'ThrottlingException',
  'ProvisionedThroughputExceededException',
  'RequestLimitExceeded',
  'TransactionConflictException',
]);

/** Whether DynamoDB refused a request for a temporary reason: a concurrent transaction, or too many requests. */
export function isTableBusy(error: unknown): boolean {
  if (error instanceof TransactionCanceledException)
    return (error.CancellationReasons ?? []).some((reason) => busyReasons.has(reason.Code ?? ''));
  return error instanceof Error && busyErrors.has(error.name);
}

/**
 * The error for an HTTP caller when every attempt met a busy table; undefined for other errors. Steps of the state
 * machine and stream consumers keep DynamoDB's own error: their retries know it by its name.
 */
export const tableBusyError = (error: unknown): ServiceError | undefined =>
  isTableBusy(error)
    ? new ServiceError('busy', 'The service is busy. Try again in a second', { retryAfterSeconds: 1 })
    : undefined;
