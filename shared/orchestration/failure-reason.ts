import type * as z from 'zod';
import { workerWaitSeconds } from './flow-run.asl.ts';
import type { abortInputSchema } from './payloads.ts';

const hours = (seconds: number): string => `${seconds / 3600} hours`;

/**
 * Why a run came to Abort, as a person should read it in the execution's message. Lambda wraps an error into JSON with
 * `errorMessage`; a time-out has no words of its own. `windowSeconds` is how long a worker may be silent.
 */
export function failureReason(
  { error, claim, runner }: z.output<typeof abortInputSchema>,
  windowSeconds: number = workerWaitSeconds.heartbeat,
): string {
  if (error.Error === 'States.HeartbeatTimeout') return `The worker did not respond for ${windowSeconds} seconds`;
  if (error.Error === 'States.Timeout' && runner === 'worker')
    return claim === undefined
      ? `No worker picked up the run within ${hours(workerWaitSeconds.claim)}`
      : `The worker did not end the run within ${hours(workerWaitSeconds.work)}`;
  if (error.Error === 'States.Timeout') return 'A step of the run took too long';
  return messageOf(error.Cause) || `The run ended with the error ${error.Error}`;
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
