import { unknownChip } from '../../chips/verbs/read-chip.ts';
import { findLayout } from '../../chips/verbs/read-layout.ts';
import type { ProjectContext } from '../../kernel/context.ts';
import { conflict, invalid } from '../../kernel/errors.ts';
import type { Stored } from '../../kernel/store/dynamodb/codec.ts';
import { reExecutionEntity } from '../../results/store/re-executions.ts';
import type { TaskResultRecord } from '../../results/store/task-results.ts';
import { readTaskResult } from '../../results/verbs/read-task-result.ts';
import { plannedTasks } from '../../runs/rules/enumerate-plan.ts';
import { type SimulatedValues, withSimulatedValues } from '../../runs/rules/simulated-values.ts';
import { isOpen } from '../../runs/rules/statuses.ts';
import { type ExecutionRecord, getExecution } from '../../runs/store/executions.ts';
import { getRunPointer, unpackPlan } from '../../runs/store/locks.ts';
import type { Orchestrated } from '../../runs/verbs/lock/reconcile.ts';
import { taskNote } from '../../runs/verbs/only-task.ts';
import { simulatedValuesOf } from '../../runs/verbs/simulated-values.ts';
import { refuseWhileHeld, startRun } from '../../runs/verbs/start/start-run.ts';
import { planReExecution } from '../rules/plan-re-execution.ts';
import { runIdOf } from './prepare-run.ts';

type Ctx = Orchestrated<ProjectContext>;

/** How one task is to be run again. */
export interface TaskReExecution {
  taskId: string;
  overrides: { run: Record<string, unknown>; input: Record<string, unknown> };
  /** False: its result is kept, and nothing follows from it. */
  updateParams: boolean;
  /** How its values are kept: by the chip's setting if absent (rule SIM-2). */
  simulatedValues?: SimulatedValues | undefined;
  /** Whether the settings of its qubits are loaded first. */
  reconfigure: boolean;
  requestKey?: string | undefined;
}

/**
 * Runs one task again on its target, as a managed run of its own with the original parameters and seed. The old result
 * leads to the new one, which names it.
 * @throws ServiceError `not-found`; `conflict` for a task that has not ended, and naming the active run; `invalid` for
 * a worker's measurement, a target that no longer exists, and overrides that the task does not take.
 */
export async function reExecuteTask(ctx: Ctx, request: TaskReExecution): Promise<Stored<ExecutionRecord>> {
  const { taskId, requestKey } = request;
  const result = await readTaskResult(ctx, taskId);
  if (isOpen(result.status)) throw conflict(`Task result '${taskId}' cannot be run again yet: it is ${result.status}`);
  const { source, seed } = await readSource(ctx, result);
  if (requestKey === undefined) await refuseWhileHeld(ctx, result.chipId);
  const layout = await findLayout(ctx, ctx.projectId, result.chipId);
  if (!layout) throw unknownChip(ctx.projectId, result.chipId);
  const { simulatedValues: asked } = request;
  const { simulatedValues } = request.updateParams
    ? await simulatedValuesOf(ctx, { projectId: ctx.projectId, chipId: result.chipId }, asked)
    : { simulatedValues: 'trial' as const };
  const planned = planReExecution(result, { ...request, backend: source.backend, seed }, layout);
  if ('problems' in planned)
    throw invalid(`Task result '${taskId}' cannot be run again: ${planned.problems[0]?.message}`, planned.problems);
  const plan = withSimulatedValues(planned.plan, simulatedValues);
  return startRun(ctx, {
    flowName: source.flowName,
    flowVersion: source.flowVersion,
    name: result.qid === '' ? result.name : `${result.name} ${result.qid}`,
    runner: 'managed',
    backend: source.backend,
    chipId: result.chipId,
    tags: result.tags,
    parameters: { ...request.overrides, update_params: request.updateParams, reconfigure: request.reconfigure },
    plan,
    simulatedValues,
    persist: result.persist ?? source.persist,
    flowRunId: requestKey === undefined ? undefined : runIdOf(ctx, `task ${taskId}`, requestKey),
    note: { source_task_id: taskId, ...taskNote(source) },
    addWrites: (transaction, { projectId, executionId, flowRunId, createdAt: at }) => {
      const repeat = plannedTasks(plan, flowRunId, 0, Number.POSITIVE_INFINITY).find(({ task }) => task.sourceTaskId);
      if (!repeat) throw new Error(`The plan repeats no task of '${taskId}'`);
      const entry = { projectId, sourceTaskId: taskId, at, taskId: repeat.taskId, executionId };
      transaction.put(reExecutionEntity.encode(entry, 1));
    },
  });
}

/** The execution of a result and the seed of its plan; only the service itself can repeat what it ran itself. */
async function readSource(ctx: Ctx, { taskId, executionId, flowRunId, flowName }: TaskResultRecord) {
  const [source, pointer] = await Promise.all([
    getExecution(ctx.db, ctx.projectId, executionId),
    getRunPointer(ctx.db, ctx.projectId, flowRunId),
  ]);
  if (source?.runner === 'managed') return { source, seed: pointer?.plan ? unpackPlan(pointer.plan).seed : 0 };
  throw invalid(`Task result '${taskId}' was measured by a worker: run flow '${flowName}' again on the worker`);
}
