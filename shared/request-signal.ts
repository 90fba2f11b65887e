import { AsyncLocalStorage } from 'node:async_hooks';
import { ServiceError } from './errors.ts';

/*
 * Whether anybody still waits for what is being done. Nothing sets it on AWS, where Lambda ends a function itself.
 */

const signals = new AsyncLocalStorage<AbortSignal | undefined>();

/** Does work for which nobody waits any more once the signal is aborted; undefined where somebody always does. */
export const withRequestSignal = <T>(signal: AbortSignal | undefined, work: () => T): T => signals.run(signal, work);

/** The signal of the work at hand. */
export const requestSignal = (): AbortSignal | undefined => signals.getStore();

/** @throws ServiceError which ends work for which nobody waits any more. */
export function refuseAbandoned(): void {
  if (requestSignal()?.aborted) throw new ServiceError('busy', 'The caller no longer waits for this answer');
}
