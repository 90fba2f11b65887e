import { isTransient, longestPauseMilliseconds, retryMilliseconds } from './backoff.ts';
import { pause } from './clock.ts';

export interface CallOptions {
  /** Ends the tries. */
  signal: AbortSignal;
  /** Longest wait for one answer. */
  answerMilliseconds: number;
  /** Longest pause between two tries. */
  pauseMilliseconds?: number;
  random: () => number;
}

/**
 * Calls until there is an answer: an answer that was lost, late or a failure of the service is asked for again.
 * @throws the service's refusal, or the signal's reason.
 */
export async function callUntilAnswered<T>(
  call: (signal: AbortSignal) => Promise<T>,
  { signal, answerMilliseconds, pauseMilliseconds = longestPauseMilliseconds, random }: CallOptions,
): Promise<T> {
  for (let attempt = 0; ; attempt += 1) {
    signal.throwIfAborted();
    try {
      return await call(AbortSignal.any([signal, AbortSignal.timeout(answerMilliseconds)]));
    } catch (error) {
      signal.throwIfAborted();
      if (!isTransient(error)) throw error;
    }
    await pause(retryMilliseconds(attempt, random(), pauseMilliseconds), signal);
  }
}
