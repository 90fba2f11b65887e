import type { Context } from '../../../kernel/context.ts';
import { deadlineAt } from '../../../kernel/deadline.ts';
import type { Stored } from '../../../kernel/store/dynamodb/codec.ts';
import type { RunStop } from '../../../notifications/rules/kinds.ts';
import type { AuditRecord } from '../../../projects/store/audit.ts';
import { type CloseTasks, closeOpenTasks } from '../../../results/verbs/write/close-open-tasks.ts';
import { RunEnded } from '../../orchestration/errors.ts';
import { isDriven } from '../../rules/claim.ts';
import { isEnded } from '../../rules/statuses.ts';
import { abort, closeToAbort } from '../../rules/transitions.ts';
import type { ExecutionRecord } from '../../store/executions.ts';
import { stateOf } from '../../store/executions.ts';
import { getRunPointer } from '../../store/locks.ts';
import { changeRun, findRun, type RunRef } from '../change-run.ts';
import { finishRun } from './finish-run.ts';

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

/** How an abort differs from that of the state machine. */
export interface AbortOptions {
  /**
   * The lock passes on although a worker may still drive the hardware: a user takes responsibility, and the audit says
   * who.
   */
  force?: { by: string; audit: (execution: ExecutionRecord) => AuditRecord };
  /** When to leave the rest to the next abort. @throws OutOfTimeError */
  until?: Date | undefined;
  /** Only the run at this revision is meant: one that has moved on stays as it is. */
  onlyAt?: number | undefined;
  /** Why it fails, if not because of its own work (rule NOTIFY-3). */
  stop?: RunStop | undefined;
}

/**
 * Abort, the cancellation hook (rule RUN-11): finds the execution by the `flow_run_id` in its note, accepts no more
 * results, closes the open tasks, ends the execution `cancelled` if that was requested, else `failed` with the reason,
 * and releases the lock. While a worker may still drive the hardware it only closes the run, so that the worker is told
 * to stop: a later abort releases the lock when the worker has finished or was silent for the window. Repeatable from
 * any point, also concurrently; a run that has ended stays unchanged.
 * @returns the execution with its end, or while it is being ended; undefined when no execution is of this run.
 */
export async function abortRun(
  ctx: Context,
  ref: RunRef,
  reason: string,
  { force, until, onlyAt, stop }: AbortOptions = {},
): Promise<Stored<ExecutionRecord> | undefined> {
  const cause = [...reason].slice(0, messageLimit).join('');
  try {
    const closing = await changeRun(ctx, ref, (execution) => {
      if (onlyAt !== undefined && execution.rev !== onlyAt) throw new NotTheRunMeant(execution);
      const fields = { message: cause, stop };
      const transition = closeToAbort(stateOf(execution));
      if (!force || execution.forcedBy !== undefined) return { transition, fields };
      // With the closing, since the next call may do the rest; also for a run that is closed already.
      return {
        transition,
        fields: { ...fields, forcedBy: force.by },
        regardless: true,
        audit: force.audit(execution),
      };
    });
    if (closing.forcedBy === undefined && (await drivenByWorker(ctx, closing))) return closing;
    await closeOpenTasks(
      ctx,
      closing,
      closing.cancelRequestedAt === undefined ? asFailed : asCancelled,
      deadlineAt(ctx, until),
    );
  } catch (error) {
    if (error instanceof NotTheRunMeant) return error.execution;
    if (!(error instanceof RunEnded)) throw error;
    const ended = await findRun(ctx, ref);
    if (!ended || isEnded(ended.status)) return ended;
    throw error;
  }
  return finishRun(ctx, ref, (execution) => ({
    transition: abort(stateOf(execution)),
    message: endMessage(execution, cause),
  }));
}

/** The run is not as it was when it was found dead. */
class NotTheRunMeant extends Error {
  readonly execution: Stored<ExecutionRecord>;
  constructor(execution: Stored<ExecutionRecord>) {
    super(`Run '${execution.executionId}' has moved on`);
    this.execution = execution;
  }
}

/** A run failed for the reason that closed it, not for what the last caller found. */
function endMessage(execution: ExecutionRecord, cause: string): string {
  const { cancelRequestedAt, cancelRequestedBy: username } = execution;
  if (cancelRequestedAt !== undefined) return username ? `Cancelled by ${username}` : 'Cancelled';
  return execution.message || cause;
}

/** Read after the run was closed: from then on no worker is told to continue. */
async function drivenByWorker(ctx: Context, execution: ExecutionRecord): Promise<boolean> {
  const { runner, projectId, flowRunId, past } = execution;
  if (runner !== 'worker' || past) return false;
  const pointer = await getRunPointer(ctx.db, projectId, flowRunId);
  return isDriven(pointer?.claim, ctx.clock(), ctx.config.workerWindowSeconds);
}
