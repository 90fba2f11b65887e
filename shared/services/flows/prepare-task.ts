import type { ProjectContext } from '../../context.ts';
import { targetChoices, taskDocument } from '../../domain/flows/task-document.ts';
import { findTask, taskNames } from '../../domain/runs/task-catalogue.ts';
import { suggestion } from '../../domain/suggest.ts';
import { invalid } from '../../errors.ts';
import type { ExecutionRecord } from '../../store/runs/executions.ts';
import type { Orchestrated } from '../runs/lock/reconcile.ts';
import { type NewRun, startRun } from '../runs/start/start-run.ts';
import { type FlowRun, managedRun, refuseClaimTimeout, runIdOf } from './prepare-run.ts';

/** The backend that the service runs itself. */
export const managedBackend = 'simulator';

/** A run of one task on chosen targets, without a flow (rule FLOW-9). */
export interface TaskRun extends Omit<FlowRun, 'name'> {
  taskName: string;
  backend: string;
  chipId: string;
}

/** The version of the flow that a run of one task names: it has no flow. */
const noVersion = 0;

/** The task of a run without a flow; undefined for a run of a flow. */
export const onlyTaskOf = ({ note }: Pick<ExecutionRecord, 'note'>): string | undefined =>
  typeof note.task_name === 'string' ? note.task_name : undefined;

/** Says in the note of a run that repeats a part of another that this had no flow either. */
export const taskNote = (execution: Pick<ExecutionRecord, 'note'>): { task_name?: string } => {
  const taskName = onlyTaskOf(execution);
  return taskName === undefined ? {} : { task_name: taskName };
};

/**
 * What a run of one task is started with.
 * @throws ServiceError `invalid` for an unknown task, chip, target or parameter, and where no target is chosen.
 */
export async function prepareTask(ctx: ProjectContext, run: TaskRun): Promise<NewRun> {
  const { taskName, backend, chipId, parameters, requestKey } = run;
  if (backend !== managedBackend) throw unknownBackend(backend);
  if ((parameters.chip_id ?? chipId) !== chipId) throw otherChip(taskName, chipId);
  const task = findTask(taskName);
  if (!task) throw unknownTask(taskName, backend, taskNames);
  refuseClaimTimeout(`Task '${taskName}' is not started`, run.claimTimeoutSeconds);
  if (task.type === 'qubit' || task.type === 'coupling') requireTargets(taskName, parameters);
  const source = { code: taskDocument(taskName, backend), defaultParameters: {}, defaultRunParameters: {} };
  const found = { flow: { name: taskName, chipId, tags: [] }, source };
  const planned = await managedRun(ctx, found, parameters, 'parameters', `Task '${taskName}'`);
  return {
    flowName: taskName,
    flowVersion: noVersion,
    name: taskName,
    runner: 'managed',
    parameters,
    flowRunId: run.flowRunId ?? (requestKey === undefined ? undefined : runIdOf(ctx, `one ${taskName}`, requestKey)),
    note: { ...run.note, task_name: taskName },
    addWrites: run.addWrites,
    ...planned,
  };
}

/** Starts a run of one task. @throws ServiceError as `prepareTask`; `conflict` naming the run that is on. */
export const executeTask = async (ctx: Orchestrated<ProjectContext>, run: TaskRun) =>
  startRun(ctx, await prepareTask(ctx, run));

function requireTargets(taskName: string, parameters: Record<string, unknown>): void {
  if (targetChoices.some((name) => parameters[name] !== undefined && parameters[name] !== null)) return;
  const message = `name the targets of '${taskName}' by ${targetChoices.map((name) => `'${name}'`).join(', ')}`;
  throw invalid(`Task '${taskName}' cannot be started: ${message}`, [{ path: 'body.parameters', message }]);
}

function otherChip(taskName: string, chipId: string) {
  const message = `the chip is '${chipId}': leave chip_id out of the parameters`;
  return invalid(`Task '${taskName}' cannot be started: ${message}`, [{ path: 'body.parameters.chip_id', message }]);
}

function unknownTask(taskName: string, backend: string, known: readonly string[]) {
  const message = `backend '${backend}' has no task '${taskName}'${suggestion(taskName, known)}`;
  return invalid(`Task '${taskName}' cannot be started: ${message}`, [{ path: 'body.task_name', message }]);
}

function unknownBackend(backend: string) {
  const message = `no worker has announced tasks for backend '${backend}'`;
  return invalid(`The task cannot be started: ${message}`, [{ path: 'body.backend', message }]);
}
