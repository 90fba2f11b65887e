import { countTasks, plannedTasks, planSteps } from '../../domain/runs/enumerate-plan.ts';
import { getRunPointer, unpackPlan } from '../../store/locks.ts';
import { writeTaskResults } from '../task-results/write-task-results.ts';
import { registerUsed } from '../tasks/register-used.ts';
import type { RunRef } from './change-run.ts';
import { RunFailed } from './errors.ts';
import { batchTasks, runBatch, type SliceContext, type SliceRun } from './slice-batch.ts';
import { readFailures, StageFailures } from './slice-failures.ts';
import { takeFence } from './take-fence.ts';

/** Where a slice has ended. */
export interface Slice {
  /** Whether no task is left. */
  done: boolean;
  /** Position of the next task. */
  cursor: number;
}

/**
 * Executes the next tasks of a managed run's plan (design 5, RunSlice), from where the last written batch ends: a stage's
 * tasks become scheduled when it begins, and then go batch by batch through running to what came of them. A slice that is
 * repeated, or overtaken by another, writes nothing twice, since it begins by raising the fence.
 * @param mustStop whether the time is over; one batch is done in any case.
 * @throws RunCancelled, RunEnded, FenceLost; RunFailed when a stage fails of which the flow says that it stops the run.
 */
export async function runSlice(ctx: SliceContext, ref: RunRef, mustStop: () => boolean): Promise<Slice> {
  const execution = await takeFence(ctx, ref);
  const { chipId, fence, cursor: start } = execution;
  const pointer = await getRunPointer(ctx.db, ref.projectId, ref.flowRunId);
  if (!pointer?.plan) throw new RunFailed(`Execution '${ref.executionId}' has no plan`);
  const run: SliceRun = { ...ref, chipId, fence, plan: unpackPlan(pointer.plan) };
  const { plan, flowRunId } = run;
  const steps = planSteps(plan);
  if (start === 0)
    await registerUsed(
      ctx,
      execution,
      steps.map(({ task }) => task),
    );
  let cursor = start;
  let failures = await readFailures(ctx.db, ref.projectId, { plan, flowRunId, cursor });
  for (const step of steps.filter(({ to }) => to > start)) {
    if (step.stage !== failures.stage) {
      failures.endStage(plan);
      failures = new StageFailures(step.stage);
    }
    const ofStage = steps.filter(({ stage }) => stage === step.stage);
    const stageFrom = ofStage[0]?.from ?? 0;
    if (cursor === stageFrom) await schedule(ctx, run, stageFrom, ofStage.at(-1)?.to ?? stageFrom);
    while (cursor < step.to) {
      if (cursor > start && mustStop()) return { done: false, cursor };
      const batch = plannedTasks(plan, flowRunId, cursor, Math.min(step.to, cursor + batchTasks));
      await runBatch(ctx, run, batch, failures, mustStop);
      cursor += batch.length;
    }
  }
  failures.endStage(plan);
  return { done: true, cursor: countTasks(plan) };
}

/** Makes the results of a stage's tasks known before the first of them runs. Repeated, nothing changes. */
async function schedule(ctx: SliceContext, run: SliceRun, from: number, to: number): Promise<void> {
  const tasks = plannedTasks(run.plan, run.flowRunId, from, to);
  await writeTaskResults(
    ctx,
    run,
    tasks.map((planned) => ({ kind: 'scheduled' as const, planned })),
  );
}
