import { type ExecutionStatus, isEnded } from '#shared/runs/rules/statuses.ts';

/** What tells how long a run took. */
interface Timed {
  status: ExecutionStatus;
  start_at: string | null;
  elapsed_time: number | null;
  recorded_later?: boolean;
}

/** Seconds that a run took, or has taken so far; undefined before it starts, and of one that is partly recorded. */
export function elapsedSeconds(run: Timed, now: number): number | undefined {
  const { status, start_at, elapsed_time, recorded_later } = run;
  if (isEnded(status)) return elapsed_time ?? undefined;
  return start_at === null || recorded_later ? undefined : Math.max(0, (now - Date.parse(start_at)) / 1000);
}

/** Whether a run was asked to end and has not yet. */
export const isCancelling = (run: { status: ExecutionStatus; cancel_requested_at: string | null }): boolean =>
  run.cancel_requested_at !== null && !isEnded(run.status);
