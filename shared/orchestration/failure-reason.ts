import type * as z from 'zod';
import type { RunStop } from '../domain/notifications/kinds.ts';
import { wholeUnits } from '../domain/runs/claim-wait.ts';
import { workerWaitSeconds } from './flow-run.asl.ts';
import type { abortInputSchema } from './payloads.ts';

type Caught = z.output<typeof abortInputSchema>;

/** Whether nobody has claimed a worker's run in time. */
export const isUnclaimed = ({ error, claim, runner }: Caught): boolean =>
  error.Error === 'States.Timeout' && runner === 'worker' && claim === undefined;

/**
 * Why a run came to Abort, as a person should read it in the execution's message. Lambda wraps an error into JSON with
 * `errorMessage`; a time-out has no words of its own. What a run waited for that nobody has claimed, its record knows.
 * @param windowSeconds how long a worker may be silent.
 */
export function failureReason(caught: Caught, windowSeconds: number = workerWaitSeconds.heartbeat): string {
  const { error, runner } = caught;
  if (error.Error === 'States.HeartbeatTimeout') return `The worker did not respond for ${windowSeconds} seconds`;
  if (error.Error === 'States.Timeout' && runner === 'worker')
    return isUnclaimed(caught)
      ? 'No worker picked up the run in time'
      : `The worker did not end the run within ${wholeUnits(workerWaitSeconds.work)}`;
  if (error.Error === 'States.Timeout') return 'A step of the run took too long';
  return messageOf(error.Cause) || `The run ended with the error ${error.Error}`;
}

/** Whether a run came to Abort because nothing was heard of it any more, and not by what it did (rule NOTIFY-3). */
export function stopOf(caught: Caught): RunStop | undefined {
  if (caught.error.Error === 'States.HeartbeatTimeout') return 'worker-silent';
  return caught.error.Error === 'States.Timeout' ? 'stuck' : undefined;
}

/** The message of an error that a function threw, else the cause as it stands. */
function messageOf(cause: string | undefined): string | undefined {
  try {
    const parsed: unknown = JSON.parse(cause ?? '');
    if (typeof parsed === 'object' && parsed !== null && 'errorMessage' in parsed) return String(parsed.errorMessage);
  } catch {
    // No JSON: a cause in somebody's own words.
  }
  return cause;
}
