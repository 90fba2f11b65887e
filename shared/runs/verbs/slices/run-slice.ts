import { registerUsed } from '../../../results/verbs/tasks/register-used.ts';
import { writeTaskResults } from '../../../results/verbs/write/write-task-results.ts';
import { RunFailed } from '../../orchestration/errors.ts';
import { countTasks, plannedTasks, planSteps } from '../../rules/enumerate-plan.ts';
import { independentTasks } from '../../rules/independent-tasks.ts';
import type { PlannedTask } from '../../rules/plan.ts';
import type { StageFailures } from '../../rules/stage-failures.ts';
import { getRunPointer, unpackPlan } from '../../store/locks.ts';
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
import { endStage, newStage, readFailures } from './slice-failures.ts';

export interface Slice {
  /** Whether no task is left. */
  done: boolean;
  /** Position of the next task. */
  cursor: number;
}

/**
 * Executes the next tasks of a managed run's plan (docs/design/runs-and-workers.md#managed-runs), from the end of the
 * last written batch, batch by batch. If the plan gives tasks a pace, they are first written as scheduled, and then as
 * running (docs/decisions/0059). A slice that is repeated, or overtaken by another, writes nothing twice, since it begins by raising the fence.
 * @param mustStop whether the time is over; one batch is done in any case.
 * @throws RunCancelled, RunEnded, FenceLost; RunFailed when a stage fails and the flow says that this stops the run.
 */
export async function runSlice(ctx: SliceContext, ref: RunRef, mustStop: () => boolean): Promise<Slice> {
  const execution = await takeFence(ctx, ref);
  const { chipId, fence, gate, cursor: start } = execution;
  const pointer = await getRunPointer(ctx.db, ref.projectId, ref.flowRunId);
  if (!pointer?.plan) throw new RunFailed(`Run '${ref.executionId}' has no plan`);
  const run: SliceRun = { ...ref, chipId, fence, gate, plan: unpackPlan(pointer.plan) };
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
  const stages = new Map(steps.map(({ stage, to }) => [stage, to]));
  for (const [stage, to] of stages) {
    if (to <= start) continue;
    if (stage !== failures.stage) {
      endStage(failures, plan);
      failures = await newStage(ctx.db, ref.projectId, { plan, flowRunId, stage });
    }
    const done = await runStage(ctx, run, { to, failures }, position, mustStop);
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
  /** Behind what is scheduled, for tasks that take time. */
  scheduledTo: number;
}

/** A stage of the plan, from its first task that is left. */
interface StageLeft {
  /** Position after its last task. */
  to: number;
  failures: StageFailures;
}

/**
 * Does the rest of a stage, batch by batch. While one is written, the next is measured: its tasks do not depend on what
 * is being written. For tasks that take time, the next begins when the earlier results are written.
 * @returns whether all of it is done.
 */
async function runStage(
  ctx: SliceContext,
  run: SliceRun,
  { to: stageTo, failures }: StageLeft,
  position: Position,
  mustStop: () => boolean,
): Promise<boolean> {
  const { plan, flowRunId } = run;
  const batchAt = (from: number, unwritten: readonly PlannedTask[] = []): PlannedTask[] =>
    independentTasks(plannedTasks(plan, flowRunId, from, Math.min(stageTo, from + batchTasks)), unwritten);
  const measure = (batch: readonly PlannedTask[]): Promise<MeasuredBatch> =>
    measureBatch(ctx, run, batch, failures, mustStop);
  let ahead: { batch: PlannedTask[]; measured: Promise<MeasuredBatch> } | undefined;
  while (position.cursor < stageTo) {
    const { start, cursor, scheduledTo } = position;
    if (!ahead && cursor > start && mustStop()) return false;
    const batch = ahead?.batch ?? batchAt(cursor);
    const batchTo = cursor + batch.length;
    if (takesTime(plan) && scheduledTo < batchTo) await schedule(ctx, run, position, stageTo);
    const measured = await (ahead?.measured ?? measure(batch));
    const next = takesTime(plan) || mustStop() ? [] : batchAt(batchTo, batch);
    ahead = next.length > 0 ? { batch: next, measured: measure(next) } : undefined;
    // Its error is reported in its turn; nothing is running when a slice ends, however it does.
    const settled = ahead?.measured.catch(() => undefined);
    try {
      await writeBatch(ctx, run, measured, failures);
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

/** Makes the results of the next tasks known before the first of them runs. Repeated, nothing changes. */
async function schedule(ctx: SliceContext, run: SliceRun, position: Position, stageTo: number): Promise<void> {
  const from = Math.max(position.scheduledTo, position.cursor);
  const to = Math.min(stageTo, from + scheduledAhead);
  const tasks = plannedTasks(run.plan, run.flowRunId, from, to);
  await writeTaskResults(
    ctx,
    run,
    tasks.map((planned) => ({ kind: 'scheduled' as const, planned })),
  );
  position.scheduledTo = to;
}
