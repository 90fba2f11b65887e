import { isTransient, maxPauseMilliseconds, pauseAfter } from './backoff.ts';
import { pause } from './clock.ts';

export interface CallOptions {
  /** Ends the tries. */
  signal: AbortSignal;
  /** Longest wait for one answer. */
  timeoutMilliseconds: number;
  /** Longest pause between two tries. */
  pauseMilliseconds?: number;
  random: () => number;
}

/**
 * Calls until there is an answer: an answer that was lost, late or a failure of the service is asked for again.
 * @throws the service's refusal, or the signal's reason.
 */
export async function callWithRetries<T>(
  call: (signal: AbortSignal) => Promise<T>,
  { signal, timeoutMilliseconds, pauseMilliseconds = maxPauseMilliseconds, random }: CallOptions,
): Promise<T> {
  for (let attempt = 0; ; attempt += 1) {
    signal.throwIfAborted();
    let failure: unknown;
    try {
      return await call(AbortSignal.any([signal, AbortSignal.timeout(timeoutMilliseconds)]));
    } catch (error) {
      signal.throwIfAborted();
      if (!isTransient(error)) throw error;
      failure = error;
    }
    await pause(pauseAfter(failure, attempt, random(), pauseMilliseconds), signal);
  }
}
