import { countTasks, type PlanStep, plannedTasks, planSteps } from '../../../domain/runs/enumerate-plan.ts';
import { StageFailures } from '../../../domain/runs/stage-failures.ts';
import { RunFailed } from '../../../orchestration/errors.ts';
import { getRunPointer, unpackPlan } from '../../../store/runs/locks.ts';
import { writeTaskResults } from '../../task-results/write/write-task-results.ts';
import { registerUsed } from '../../tasks/register-used.ts';
import type { RunRef } from '../change-run.ts';
import { takeFence } from '../waiting/take-fence.ts';
import {
  batchTasks,
  type MeasuredBatch,
  measureBatch,
  type SliceContext,
  type SliceRun,
  takesTime,
  writeBatch,
} from './slice-batch.ts';
import { endStage, readFailures } from './slice-failures.ts';

export interface Slice {
  /** Whether no task is left. */
  done: boolean;
  /** Position of the next task. */
  cursor: number;
}

/**
 * Executes the next tasks of a managed run's plan (docs/design/runs-and-workers.md#managed-runs), from where the last
 * written batch ends: the tasks that come next become scheduled, and then go batch by batch through running to what
 * came of them. A slice that is repeated, or overtaken by another, writes nothing twice, since it begins by raising the
 * fence.
 * @param mustStop whether the time is over; one batch is done in any case.
 * @throws RunCancelled, RunEnded, FenceLost; RunFailed when a stage fails of which the flow says that it stops the run.
 */
export async function runSlice(ctx: SliceContext, ref: RunRef, mustStop: () => boolean): Promise<Slice> {
  const execution = await takeFence(ctx, ref);
  const { chipId, fence, cursor: start } = execution;
  const pointer = await getRunPointer(ctx.db, ref.projectId, ref.flowRunId);
  if (!pointer?.plan) throw new RunFailed(`Run '${ref.executionId}' has no plan`);
  const run: SliceRun = { ...ref, chipId, fence, plan: unpackPlan(pointer.plan) };
  const { plan, flowRunId } = run;
  const steps = planSteps(plan);
  if (start === 0)
    await registerUsed(
      ctx,
      execution,
      steps.map(({ task }) => task),
    );
  const position: Position = { start, cursor: start, scheduledTo: start };
  let failures = await readFailures(ctx.db, ref.projectId, { plan, flowRunId, cursor: start });
  for (const step of steps.filter(({ to }) => to > start)) {
    if (step.stage !== failures.stage) {
      endStage(failures, plan);
      failures = new StageFailures(step.stage);
    }
    const stageTo = steps.findLast(({ stage }) => stage === step.stage)?.to ?? step.to;
    const done = await runStep(ctx, run, { ...step, stageTo, failures }, position, mustStop);
    if (!done) return { done: false, cursor: position.cursor };
  }
  endStage(failures, plan);
  return { done: true, cursor: countTasks(plan) };
}

/** How far a slice has come, in positions of the plan. */
interface Position {
  /** Where it began. */
  readonly start: number;
  /** Behind what is written. */
  cursor: number;
  /** Behind what is scheduled. */
  scheduledTo: number;
}

/**
 * Does what is left of a step, batch by batch. While one is written, the next is measured: the tasks of a step share no target, so
 * that none starts from what another measures. Of tasks that take time, the next begins when the results of those before stand.
 * @returns whether all of it is done.
 */
async function runStep(
  ctx: SliceContext,
  run: SliceRun,
  step: PlanStep & { stageTo: number; failures: StageFailures },
  position: Position,
  mustStop: () => boolean,
): Promise<boolean> {
  const { plan, flowRunId } = run;
  const measure = (from: number): Promise<MeasuredBatch> => {
    const batch = plannedTasks(plan, flowRunId, from, Math.min(step.to, from + batchTasks));
    return measureBatch(ctx, run, batch, step.failures, mustStop);
  };
  let ahead: Promise<MeasuredBatch> | undefined;
  while (position.cursor < step.to) {
    const { start, cursor, scheduledTo } = position;
    if (!ahead && cursor > start && mustStop()) return false;
    const batchTo = Math.min(step.to, cursor + batchTasks);
    if (scheduledTo < batchTo)
      position.scheduledTo = await schedule(ctx, run, Math.max(scheduledTo, cursor), step.stageTo);
    const measured = await (ahead ?? measure(cursor));
    ahead = batchTo < step.to && !takesTime(plan) && !mustStop() ? measure(batchTo) : undefined;
    // What it fails with is told in its turn; nothing is under way when a slice ends, however it does.
    const settled = ahead?.catch(() => undefined);
    try {
      await writeBatch(ctx, run, measured, step.failures);
    } finally {
      await settled;
    }
    position.cursor = batchTo;
  }
  return true;
}

/**
 * Tasks that are scheduled ahead, within their stage: what one transaction holds. More would only be more to close when
 * the run is cancelled: those of 256 qubits in a stage of 20 tasks take longer than the three seconds that it may.
 */
const scheduledAhead = 96;

/** Makes the results of the next tasks known before the first of them runs. Repeated, nothing changes. @returns the end. */
async function schedule(ctx: SliceContext, run: SliceRun, from: number, stageTo: number): Promise<number> {
  const to = Math.min(stageTo, from + scheduledAhead);
  const tasks = plannedTasks(run.plan, run.flowRunId, from, to);
  await writeTaskResults(
    ctx,
    run,
    tasks.map((planned) => ({ kind: 'scheduled' as const, planned })),
  );
  return to;
}
