import { getChip } from '../../chips/store/chips.ts';
import { readTargets, unknownChip } from '../../chips/verbs/read-chip.ts';
import { findLayout } from '../../chips/verbs/read-layout.ts';
import { nowOf, type ProjectContext, type ProjectReads } from '../../kernel/context.ts';
import { conflict, invalid, notInProject } from '../../kernel/errors.ts';
import type { Stored } from '../../kernel/store/dynamodb/codec.ts';
import { queryAll } from '../../kernel/store/dynamodb/database.ts';
import { taskKeys } from '../../kernel/store/keys.ts';
import { archivedOfRun } from '../../results/store/archived-months.ts';
import { decodeTaskRow } from '../../results/store/task-results.ts';
import type { PlannedTask, RunPlan } from '../../runs/rules/plan.ts';
import { type SimulatedValues, withSimulatedValues } from '../../runs/rules/simulated-values.ts';
import { isEnded } from '../../runs/rules/statuses.ts';
import { type ExecutionRecord, getExecution } from '../../runs/store/executions.ts';
import { getRunPointer, unpackPlan } from '../../runs/store/locks.ts';
import type { Orchestrated } from '../../runs/verbs/lock/reconcile.ts';
import { taskNote } from '../../runs/verbs/only-task.ts';
import { simulatedValuesOf } from '../../runs/verbs/simulated-values.ts';
import { refuseWhileHeld, startRun } from '../../runs/verbs/start/start-run.ts';
import { expiredSince } from '../../statistics/rules/overview/expired.ts';
import { standingFailures } from '../../statistics/rules/overview/standing-failures.ts';
import { getHorizons } from '../../values/store/horizons.ts';
import { freshnessLimits } from '../../values/verbs/freshness-limits.ts';
import { currentReadings } from '../../values/verbs/readings.ts';
import type { ChipLayout } from '../rules/chip-layout.ts';
import { planOfTasks, tasksOfPlan } from '../rules/plan-of-tasks.ts';
import { runIdOf } from './prepare-run.ts';

/** Which tasks of a run are meant: those that failed, or those whose values count still and are stale. */
export type RepeatedTasks = 'failed' | 'stale';

/** The tasks to run again: some by their state, or chosen ones by their ids. */
type RepeatedBy = RepeatedTasks | { taskIds: readonly string[] };

/** A run with those of its tasks that can be repeated, in its order. */
export interface Repeatable {
  execution: ExecutionRecord;
  plan: RunPlan;
  tasks: PlannedTask[];
}

/**
 * The run whose tasks are repeated; read concurrently with the check of the caller (rule API-28). @throws ServiceError
 * `not-found`.
 */
export async function readRepeatedRun(ctx: ProjectReads, executionId: string): Promise<ExecutionRecord> {
  const execution = await getExecution(ctx.db, ctx.projectId, executionId);
  if (!execution) throw notInProject('Run', executionId, ctx.projectId);
  return execution;
}

/**
 * The tasks of a run that failed, or went stale since (rule RUN-18), in two round trips.
 * @throws ServiceError `conflict` for a run that is not over, and for failed tasks that are archived; `invalid` for what a worker ran.
 */
export async function repeatableTasks(
  ctx: ProjectContext,
  execution: ExecutionRecord,
  which: RepeatedBy,
): Promise<Repeatable> {
  const { executionId, runner, flowName, flowRunId, status } = execution;
  if (runner !== 'managed')
    throw invalid(`Run '${executionId}' was made by a worker: run flow '${flowName}' again on the worker`);
  if (!isEnded(status)) throw conflict(`Run '${executionId}' is not over: what failed is known when it is`);
  const [pointer, chosen] = await Promise.all([
    getRunPointer(ctx.db, ctx.projectId, flowRunId),
    tasksMeant(ctx, execution, which),
  ]);
  if (chosen.size > 0 && !pointer?.plan)
    throw invalid(`The plan of run '${executionId}' was not kept: run flow '${flowName}' again`);
  const plan = pointer?.plan ? unpackPlan(pointer.plan) : { backend: execution.backend, seed: 0, stages: [] };
  return { execution, plan, tasks: tasksOfPlan(plan, flowRunId, chosen) };
}

async function tasksMeant(ctx: ProjectContext, execution: ExecutionRecord, which: RepeatedBy): Promise<Set<string>> {
  if (typeof which !== 'string') return new Set(which.taskIds);
  return which === 'failed' ? failedIn(ctx, execution) : staleOf(ctx, execution);
}

/** Of each task on each target the last attempt; what is excluded is settled. */
async function failedIn({ db, projectId }: ProjectContext, execution: ExecutionRecord): Promise<Set<string>> {
  const { executionId, archivedTasks } = execution;
  if (archivedTasks?.failed) {
    const { months } = await archivedOfRun(db, execution);
    throw conflict(
      `Of the failed tasks of run '${executionId}' ${archivedTasks.failed} are archived: bring back ${months.join(', ')} of chip '${execution.chipId}'`,
    );
  }
  const items = await queryAll(db, { index: 'gsi2', pk: taskKeys.ofExecution(projectId, executionId) });
  // Results of a trial can be repeated like others.
  const rows = items.map((item) => ({ ...decodeTaskRow(item), trial: undefined }));
  return new Set(standingFailures(rows, '').map(({ taskId }) => taskId));
}

async function staleOf(ctx: ProjectContext, { executionId, chipId }: ExecutionRecord): Promise<Set<string>> {
  const [chip, horizons] = await Promise.all([
    getChip(ctx.db, ctx.projectId, chipId),
    getHorizons(ctx.db, ctx.projectId, chipId),
  ]);
  if (!chip) throw unknownChip(ctx.projectId, chipId);
  const { qubits, couplings } = await readTargets(ctx, chip);
  const own = [...qubits, ...couplings].flatMap(currentReadings).filter((one) => one.executionId === executionId);
  const { expired } = expiredSince(own, { now: nowOf(ctx) }, freshnessLimits(ctx, chip, horizons));
  return new Set(expired.flatMap(({ reading }) => reading.taskId ?? []));
}

/** How tasks of a run are to be run again. */
export interface TaskRepetition {
  executionId: string;
  which: RepeatedTasks | 'chosen';
  /** With `chosen`, and with nothing else. */
  taskIds?: readonly string[] | undefined;
  /** How its values are kept: as in the original run if absent (rule SIM-2). */
  simulatedValues?: SimulatedValues | undefined;
  requestKey?: string | undefined;
}

/**
 * Starts one run of exactly the tasks of another that failed, went stale or were chosen (rule RUN-18), with its parameters and seed.
 * @throws ServiceError as `readRepeatedRun` and `repeatableTasks`; `invalid` if there is no such task, and for a target
 * that no longer exists; `conflict` naming the active run.
 */
export async function repeatTasks(
  ctx: Orchestrated<ProjectContext>,
  { executionId, simulatedValues: asked, requestKey, ...repeated }: TaskRepetition,
): Promise<Stored<ExecutionRecord>> {
  const which = meantBy(repeated);
  const { execution, plan, tasks } = await repeatableTasks(ctx, await readRepeatedRun(ctx, executionId), which);
  const { chipId, flowName, flowVersion, name, backend, tags, parameters, persist } = execution;
  const flowRunId =
    requestKey === undefined ? undefined : runIdOf(ctx, `${wordOf(which)} of ${executionId}`, requestKey);
  // The repeat of a request finds the run that the first one started, even if nothing is left to repeat.
  const isRepeat = flowRunId !== undefined && (await getRunPointer(ctx.db, ctx.projectId, flowRunId)) !== undefined;
  if (!isRepeat) await refuseUnstartable(ctx, { execution, tasks, which, requestKey });
  const on = { projectId: ctx.projectId, chipId };
  const { simulatedValues } = await simulatedValuesOf(ctx, on, asked ?? execution.simulatedValues);
  return startRun(ctx, {
    ...{ flowName, flowVersion, name, backend, chipId, tags, parameters, persist, simulatedValues, flowRunId },
    runner: 'managed',
    plan: withSimulatedValues(planOfTasks(plan, tasks), simulatedValues),
    note: { source_execution_id: executionId, repeats: wordOf(which), ...taskNote(execution) },
  });
}

async function refuseUnstartable(
  ctx: Orchestrated<ProjectContext>,
  {
    execution,
    tasks,
    which,
    requestKey,
  }: Pick<Repeatable, 'execution' | 'tasks'> & Pick<TaskRepetition, 'requestKey'> & { which: RepeatedBy },
): Promise<void> {
  const { executionId, chipId } = execution;
  if (typeof which !== 'string') refuseForeign(executionId, tasks, which.taskIds);
  if (tasks.length === 0) throw invalid(`Run '${executionId}' has no ${wordOf(which)} task to run again`);
  if (requestKey === undefined) await refuseWhileHeld(ctx, chipId);
  const layout = await findLayout(ctx, ctx.projectId, chipId);
  if (!layout) throw unknownChip(ctx.projectId, chipId);
  refuseMissing(layout, tasks);
}

/** @throws ServiceError `invalid` for chosen tasks without ids, and for ids with another choice. */
function meantBy({ which, taskIds }: Pick<TaskRepetition, 'which' | 'taskIds'>): RepeatedBy {
  if (which !== 'chosen') {
    if (taskIds) throw invalid(`'task_ids' goes with 'chosen', not with '${which}'`);
    return which;
  }
  if (!taskIds) throw invalid("'task_ids' is missing: with 'chosen' it names the tasks");
  return { taskIds };
}

const wordOf = (which: RepeatedBy): string => (typeof which === 'string' ? which : 'chosen');

function refuseForeign(executionId: string, tasks: readonly PlannedTask[], taskIds: readonly string[]): void {
  const own = new Set(tasks.map(({ taskId }) => taskId));
  const foreign = taskIds.find((taskId) => !own.has(taskId));
  if (foreign !== undefined) throw invalid(`Task '${foreign}' does not belong to run '${executionId}'`);
}

function refuseMissing({ chipId, qids, couplingIds }: ChipLayout, tasks: readonly PlannedTask[]): void {
  const known = { qubit: new Set(qids), coupling: new Set(couplingIds) };
  for (const { task, target } of tasks)
    if ((task.type === 'qubit' || task.type === 'coupling') && !known[task.type].has(target))
      throw invalid(`Chip '${chipId}' no longer has ${task.type} '${target}': run flow again on the chip as it is`);
}
