import type * as z from 'zod';
import type { RunStop } from '../../notifications/rules/kinds.ts';
import { wholeUnits } from '../rules/claim-wait.ts';
import { workerWaitSeconds } from './flow-run.asl.ts';
import type { abortInputSchema } from './payloads.ts';

type Caught = z.output<typeof abortInputSchema>;

/** Whether no worker claimed the run in time. */
export const isUnclaimed = ({ error, claim, runner }: Caught): boolean =>
  error.Error === 'States.Timeout' && runner === 'worker' && claim === undefined;

/**
 * Why a run reached Abort, as readable text for the execution's message. Lambda wraps an error into JSON with
 * `errorMessage`; a time-out has no text of its own. The record of an unclaimed run knows what the run waited for.
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

/** Whether a run reached Abort because its worker went silent, and not because of its own work (rule NOTIFY-3). */
export function stopOf(caught: Caught): RunStop | undefined {
  if (caught.error.Error === 'States.HeartbeatTimeout') return 'worker-silent';
  return caught.error.Error === 'States.Timeout' ? 'stuck' : undefined;
}

/** The message of an error that a function threw, else the cause unchanged. */
function messageOf(cause: string | undefined): string | undefined {
  try {
    const parsed: unknown = JSON.parse(cause ?? '');
    if (typeof parsed === 'object' && parsed !== null && 'errorMessage' in parsed) return String(parsed.errorMessage);
  } catch {
    // Not JSON: the cause is plain text.
  }
  return cause;
}
