import { AsyncLocalStorage } from 'node:async_hooks';
import { ServiceError } from './errors.ts';

/* Whether a client still waits for the work. Nothing sets it on AWS, where Lambda ends a function itself. */

const signals = new AsyncLocalStorage<AbortSignal | undefined>();

/** Does work that ends once the signal is aborted; undefined for work that is always needed. */
export const withRequestSignal = <T>(signal: AbortSignal | undefined, work: () => T): T => signals.run(signal, work);

/** The signal of the present work. */
export const requestSignal = (): AbortSignal | undefined => signals.getStore();

/** @throws ServiceError which ends work that no client waits for. */
export function refuseAbandoned(): void {
  if (requestSignal()?.aborted) throw new ServiceError('busy', 'The caller no longer waits for this answer');
}
