import type { Context } from '../../../kernel/context.ts';
import type { Stored } from '../../../kernel/store/dynamodb/codec.ts';
import { saveCalibrationNote } from '../../../results/verbs/tasks/calibration-note.ts';
import { closeOpenTasks } from '../../../results/verbs/write/close-open-tasks.ts';
import { RunEnded } from '../../orchestration/errors.ts';
import { isEnded } from '../../rules/statuses.ts';
import { closeToComplete, complete } from '../../rules/transitions.ts';
import type { ExecutionRecord } from '../../store/executions.ts';
import { stateOf } from '../../store/executions.ts';
import { changeRun, findRun, type RunRef } from '../change-run.ts';
import { finishRun } from './finish-run.ts';

/**
 * The last step of a run that went its way (rule RUN-10): tasks that still run failed, others that are open are
 * skipped, the values that it renewed are kept as its calibration note, the execution is completed whatever became of its
 * tasks (rule QDASH-24), and the lock is released.
 * Repeatable from any point; a run that has ended stays as it is.
 * @throws RunCancelled when a cancellation was asked for before the end; RunEnded when there is no such run.
 */
export async function completeRun(ctx: Context, ref: RunRef): Promise<Stored<ExecutionRecord>> {
  const existing = await findRun(ctx, ref);
  if (!existing) throw new RunEnded(ref.executionId, `is not of run '${ref.flowRunId}'`);
  if (isEnded(existing.status)) return existing;
  const closing = await changeRun(ctx, ref, (execution) => ({ transition: closeToComplete(stateOf(execution)) }));
  await closeOpenTasks(ctx, closing, {
    running: { status: 'failed', message: 'Task was still running when execution completed' },
    other: { status: 'skipped', message: 'Execution completed before the task ran' },
  });
  await saveCalibrationNote(ctx, closing);
  return finishRun(ctx, ref, (execution) => ({ transition: complete(stateOf(execution)), message: '' }));
}
