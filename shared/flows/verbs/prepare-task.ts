import { unknownChip } from '../../chips/verbs/read-chip.ts';
import { findLayout } from '../../chips/verbs/read-layout.ts';
import type { ProjectContext } from '../../kernel/context.ts';
import { invalid } from '../../kernel/errors.ts';
import { suggestion } from '../../kernel/rules/suggest.ts';
import { findTask, taskNames } from '../../runs/rules/task-catalogue.ts';
import { NO_FLOW_VERSION } from '../../runs/store/executions.ts';
import type { Orchestrated } from '../../runs/verbs/lock/reconcile.ts';
import { type NewRun, startRun } from '../../runs/verbs/start/start-run.ts';
import { readAnnouncements } from '../../workers/verbs/presence/announced.ts';
import { requireFits } from './check-form.ts';
import { type FlowRun, managedRun, refuseClaimTimeout, runIdOf, workerRun } from './prepare-run.ts';

/** The backend that the service runs itself. */
export const managedBackend = 'simulator';

/** The source of a managed run of one task, whose parameters choose its targets (rule FLOW-9). */
const taskDocument = (taskName: string, backend: string): string =>
  JSON.stringify({ backend, stages: [{ name: taskName, tasks: [taskName] }] });

/** Names of the run's parameters that choose targets. */
const targetChoices = ['qids', 'mux_ids', 'coupling_ids'] as const;

/** A run of one task on chosen targets, without a flow (rule FLOW-9). */
export interface TaskRun extends Omit<FlowRun, 'name'> {
  taskName: string;
  backend: string;
  chipId: string;
}

/**
 * What a run of one task is started with.
 * @throws ServiceError `invalid` for an unknown task, chip, target or parameter, and where no target is chosen.
 */
export async function prepareTask(ctx: ProjectContext, run: TaskRun): Promise<NewRun> {
  const { taskName, backend, chipId, parameters } = run;
  if ((parameters.chip_id ?? chipId) !== chipId) throw otherChip(taskName, chipId);
  if (backend !== managedBackend) return prepareWorkerTask(ctx, run);
  const task = findTask(taskName);
  if (!task) throw unknownTask(taskName, backend, taskNames);
  refuseClaimTimeout(`Task '${taskName}' is not started`, run.claimTimeoutSeconds);
  if (task.type === 'qubit' || task.type === 'coupling') requireTargets(taskName, parameters);
  const source = { code: taskDocument(taskName, backend), defaultParameters: {}, defaultRunParameters: {} };
  const found = { flow: { name: taskName, chipId, tags: [] }, source };
  const planned = await managedRun(ctx, found, parameters, 'parameters', `Task '${taskName}'`);
  return { ...commonOf(ctx, run), runner: 'managed', parameters, ...planned };
}

/** By the task that a worker has announced for the backend, which is what it is claimed with. */
async function prepareWorkerTask(ctx: ProjectContext, run: TaskRun): Promise<NewRun> {
  const { taskName, backend, chipId, claimTimeoutSeconds } = run;
  const tasks = (await readAnnouncements(ctx, ctx.projectId, backend)).flatMap((one) => one.tasks);
  if (tasks.length === 0) throw unknownBackend(backend);
  const task = tasks.find(({ name }) => name === taskName);
  if (!task)
    throw unknownTask(
      taskName,
      backend,
      tasks.map(({ name }) => name),
    );
  const parameters: Record<string, unknown> = { ...run.parameters, backend };
  if (task.taskType !== 'global' && task.taskType !== 'system') requireTargets(taskName, parameters);
  requireFits(`Task '${taskName}'`, task.form, parameters, targetChoices);
  await requireOnChip(ctx, taskName, chipId, parameters);
  const { tags } = workerRun({ flow: { name: taskName, chipId, tags: [] } }, parameters);
  const own = { runner: 'worker' as const, parameters, backend, chipId, tags, plan: undefined, claimTimeoutSeconds };
  return { ...commonOf(ctx, run), ...own };
}

const commonOf = (ctx: ProjectContext, { taskName, persist, requestKey, flowRunId, note, addWrites }: TaskRun) => ({
  flowName: taskName,
  flowVersion: NO_FLOW_VERSION,
  name: taskName,
  persist,
  flowRunId: flowRunId ?? (requestKey === undefined ? undefined : runIdOf(ctx, `one ${taskName}`, requestKey)),
  note: { ...note, task_name: taskName },
  addWrites,
});

/** Each target that is named is one of the chip. */
async function requireOnChip(
  ctx: ProjectContext,
  taskName: string,
  chipId: string,
  parameters: Record<string, unknown>,
): Promise<void> {
  const layout = await findLayout(ctx, ctx.projectId, chipId);
  if (!layout) throw unknownChip(ctx.projectId, chipId);
  const known = {
    qids: layout.qids,
    coupling_ids: layout.couplingIds,
    mux_ids: layout.readoutLines.map((_, mux) => String(mux)),
  };
  for (const name of targetChoices) {
    const given = parameters[name] ?? [];
    const strange = Array.isArray(given) ? given.find((id) => !known[name].includes(String(id))) : given;
    if (strange === undefined) continue;
    const message = Array.isArray(given) ? `chip '${chipId}' has no '${String(strange)}'` : 'must be a list of ids';
    const path = `body.parameters.${name}`;
    throw invalid(`Task '${taskName}' cannot be started: ${name}: ${message}`, [{ path, message }]);
  }
}

/** Starts a run of one task. @throws ServiceError as `prepareTask`; `conflict` naming the active run. */
export const executeTask = async (ctx: Orchestrated<ProjectContext>, run: TaskRun) =>
  startRun(ctx, await prepareTask(ctx, run));

function requireTargets(taskName: string, parameters: Record<string, unknown>): void {
  if (targetChoices.some((name) => !isEmpty(parameters[name]))) return;
  const message = `name the targets of '${taskName}' by ${targetChoices.map((name) => `'${name}'`).join(', ')}`;
  throw invalid(`Task '${taskName}' cannot be started: ${message}`, [{ path: 'body.parameters', message }]);
}

const isEmpty = (given: unknown): boolean =>
  given === undefined || given === null || (Array.isArray(given) && given.length === 0);

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
