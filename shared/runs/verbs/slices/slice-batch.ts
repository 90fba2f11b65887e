import { setTimeout as sleep } from 'node:timers/promises';
import { type Context, nowOf } from '../../../kernel/context.ts';
import type { ObjectStore } from '../../../kernel/objects/port.ts';
import { storeArtifacts } from '../../../results/verbs/files/store-artifacts.ts';
import type { TaskUpdate } from '../../../results/verbs/write/task-update.ts';
import { writeTaskResults } from '../../../results/verbs/write/write-task-results.ts';
import type { GateMode } from '../../../values/rules/gate-mark.ts';
import { RunCancelled } from '../../orchestration/errors.ts';
import type { PlannedTask, RunPlan } from '../../rules/plan.ts';
import type { StageFailures } from '../../rules/stage-failures.ts';
import { endingAt, type TaskOutcome } from '../../rules/task-outcome.ts';
import type { RunTask } from '../../rules/task-request.ts';
import { getExecution } from '../../store/executions.ts';
import type { RunRef } from '../change-run.ts';
import { readStartValues, type StartValues } from './slice-values.ts';

/** Tasks whose results fit one transaction: each writes five items (docs/design/write-protocols.md#task-results). */
export const batchTasks = 19;

/** What a slice needs besides a verb's context. */
export interface SliceContext extends Context {
  objects: ObjectStore;
  runTask: RunTask;
}

/** The run as its slice has taken it over. */
export interface SliceRun extends RunRef {
  chipId: string;
  fence: number;
  gate: GateMode | undefined;
  plan: RunPlan;
}

/** A batch whose tasks are done, and whose results are still to be written. */
export interface MeasuredBatch {
  batch: readonly PlannedTask[];
  updates: Extract<TaskUpdate, { kind: 'ended' }>[];
  /** The targets as the tasks found them. */
  targets: StartValues['targets'];
}

/**
 * Does a batch of independent tasks, and stores their files. It first checks the flag and the fence: a run that was
 * cancelled or taken over does nothing more. Tasks that take time are written as running first; instant ones would end
 * before anybody sees that.
 * @throws RunCancelled, RunEnded, FenceLost.
 */
export async function measureBatch(
  ctx: SliceContext,
  run: SliceRun,
  batch: readonly PlannedTask[],
  failures: StageFailures,
  mustStop: () => boolean,
): Promise<MeasuredBatch> {
  const todo = batch.filter((planned) => failures.reasonToSkip(planned) === undefined);
  const startAt = nowOf(ctx);
  if (todo.length > 0 && takesTime(run.plan)) {
    const running = todo.map((planned) => ({ kind: 'running' as const, planned, startAt }));
    await writeTaskResults(ctx, run, running);
    await pace(ctx, run, mustStop);
  }
  const start = await readStartValues(ctx.db, run, todo);
  const { seed } = run.plan;
  const outcomes = batch.map((planned) => {
    const reason = failures.reasonToSkip(planned);
    if (reason !== undefined) return skipped(planned, reason, startAt);
    return endingAt(nowOf(ctx), ctx.runTask({ planned, seed, startAt, ...start.of(planned) }));
  });
  const paths = await storeArtifacts(ctx.objects, run, String(batch[0]?.index), outcomes);
  const updates = outcomes.map((outcome, n) => ({
    kind: 'ended' as const,
    outcome,
    planned: batch[n],
    artifacts: paths.get(outcome.taskId),
    queuedAt: startAt,
  }));
  return { batch, updates, targets: start.targets };
}

/**
 * Writes the results of a batch, with the position after it in the same transaction.
 * @throws RunCancelled, RunEnded, FenceLost.
 */
export async function writeBatch(
  ctx: SliceContext,
  run: SliceRun,
  { batch, updates, targets }: MeasuredBatch,
  failures: StageFailures,
): Promise<void> {
  // Instant tasks are not written before. The cursor moves with their results, so a repeat begins after them.
  const withoutResult = takesTime(run.plan) ? undefined : new Set(batch.map(({ taskId }) => taskId));
  const known = { targets, withoutResult };
  await writeTaskResults(ctx, run, updates, { cursor: (batch.at(-1)?.index ?? 0) + 1, known });
  for (const [n, planned] of batch.entries()) {
    const outcome = updates[n]?.outcome;
    if (outcome) failures.add(planned, outcome.status, outcome.message);
  }
}

/** Whether the plan gives its tasks a pace. */
export const takesTime = ({ paceSeconds = 0 }: RunPlan): boolean => paceSeconds > 0;

const skipped = ({ taskId, task, target, upstreamId }: PlannedTask, message: string, at: string): TaskOutcome => ({
  taskId,
  name: task.name,
  type: task.type,
  target,
  upstreamId,
  status: 'skipped',
  message,
  inputParameters: {},
  runParameters: {},
  outputParameters: {},
  figures: [],
  rawData: [],
  startAt: at,
  endAt: at,
});

const cancelCheckMilliseconds = 1000;

/** Takes the time that the plan asks for, and looks for a cancellation every second of it. */
async function pace(ctx: SliceContext, run: SliceRun, mustStop: () => boolean): Promise<void> {
  for (let left = (run.plan.paceSeconds ?? 0) * 1000; left > 0 && !mustStop(); left -= cancelCheckMilliseconds) {
    await sleep(Math.min(left, cancelCheckMilliseconds));
    const execution = await getExecution(ctx.db, run.projectId, run.executionId);
    if (execution?.cancelRequestedAt !== undefined) throw new RunCancelled(run.executionId);
  }
}
