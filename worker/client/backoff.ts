import { ApiError } from '#shared/api/client.ts';

/** When a worker tries again (docs/worker-protocol.md#trying-again). Pure: who calls draws the random number. */

const firstMilliseconds = 250;
/** Longest pause between two tries. */
export const maxPauseMilliseconds = 15_000;

/**
 * Pause before try number `attempt` (0: the first repeat): it doubles up to `most`, and half of it is random, so that
 * workers which lost the service together do not all come back at once.
 * @param random from 0 to 1.
 */
export function retryMilliseconds(attempt: number, random: number, max = maxPauseMilliseconds): number {
  const whole = Math.min(max, firstMilliseconds * 2 ** Math.min(attempt, 20));
  return whole * (0.5 + random / 2);
}

/** A pause that was asked for, or up to a quarter longer. */
export const jitteredMilliseconds = (seconds: number, random: number): number => seconds * 1000 * (1 + random / 4);

/** Pause after a failed try: what the service asks for, or the pause of its number if that is longer. */
export function pauseAfter(error: unknown, attempt: number, random: number, max = maxPauseMilliseconds): number {
  const asked = error instanceof ApiError ? (error.retryAfterSeconds ?? 0) : 0;
  return Math.max(jitteredMilliseconds(asked, random), retryMilliseconds(attempt, random, max));
}

/**
 * Whether the same call may succeed later: the answer was lost or late, or the service said that it could not answer
 * now, or that another request was changing the same run. Any other refusal is final.
 */
export function isTransient(error: unknown): boolean {
  if (!(error instanceof ApiError)) return true;
  if (error.code === 'concurrent_change') return true;
  return error.status === 408 || error.status === 429 || error.status >= 500;
}
