import type { Context } from '../../context.ts';
import { isEnded } from '../../domain/runs/statuses.ts';
import { abort, closeToAbort } from '../../domain/runs/transitions.ts';
import type { Stored } from '../../store/codec.ts';
import type { ExecutionRecord } from '../../store/executions.ts';
import { type CloseTasks, closeOpenTasks } from '../task-results/close-open-tasks.ts';
import { changeRun, findRun, type RunRef } from './change-run.ts';
import { RunEnded } from './errors.ts';
import { finishRun, type RunEnd } from './finish-run.ts';

/** Longest message of an execution: a cause may be a stack trace. */
const messageLimit = 1000;

const asCancelled: CloseTasks = {
  running: { status: 'cancelled', message: 'Execution was cancelled' },
  other: { status: 'cancelled', message: 'Execution was cancelled' },
};
const asFailed: CloseTasks = {
  running: { status: 'failed', message: 'Task was still running when execution failed' },
  other: { status: 'skipped', message: 'Execution failed before the task ran' },
};

/**
 * Abort, the cancellation hook (design 4 and 5): finds the execution by the `flow_run_id` in its note, takes no result
 * from then on, closes the open tasks, ends the execution `cancelled` if that was asked for, else `failed` with the
 * reason, and releases the lock. Repeatable from any point and by several at once; a run that has ended stays as it is.
 * @returns the execution as it ended; undefined when no execution is of this run.
 */
export async function abortRun(
  ctx: Context,
  ref: RunRef,
  reason: string,
  more?: RunEnd['more'],
): Promise<Stored<ExecutionRecord> | undefined> {
  try {
    const closing = await changeRun(ctx, ref, closeToAbort);
    await closeOpenTasks(ctx, closing, closing.cancelRequestedAt === undefined ? asFailed : asCancelled);
  } catch (error) {
    if (!(error instanceof RunEnded)) throw error;
    const ended = await findRun(ctx, ref);
    if (!ended || isEnded(ended.status)) return ended;
    throw error;
  }
  const cancelled = ({ cancelRequestedBy: by }: ExecutionRecord) => (by ? `Cancelled by ${by}` : 'Cancelled');
  return finishRun(ctx, ref, {
    rule: abort,
    message: (execution, { status }) =>
      status === 'cancelled' ? cancelled(execution) : [...reason].slice(0, messageLimit).join(''),
    more,
  });
}
