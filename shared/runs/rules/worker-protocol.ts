/** Words of the worker protocol (docs/design/runs-and-workers.md#workers), the same on the wire and in records. */

/** How a worker ends a run. `stopped`: before its work was done, with the hardware at rest. */
export const FINISH_STATUSES = ['completed', 'failed', 'stopped'] as const;
/** How a worker ends a run. */
export type FinishStatus = (typeof FINISH_STATUSES)[number];

/** Why a worker has to stop. `superseded`: the run has another claim. */
export const STOP_REASONS = ['cancelled', 'ended', 'superseded'] as const;
/** Why a worker has to stop. */
export type StopReason = (typeof STOP_REASONS)[number];

/** Levels of a run's log. */
export const LOG_LEVELS = ['debug', 'info', 'warning', 'error'] as const;
/** Level of a line of a run's log. */
export type LogLevel = (typeof LOG_LEVELS)[number];
