import type { TargetRef } from '../../../kernel/store/keys.ts';
import { elapsedSeconds } from '../../../runs/rules/count-tasks.ts';
import type { PlannedTask, RunParameter } from '../../../runs/rules/plan.ts';
import { isOpen, type TaskStatus } from '../../../runs/rules/statuses.ts';
import type { OutputParameter, TaskOutcome } from '../../../runs/rules/task-outcome.ts';
import { type ExecutionRecord, isSimulated } from '../../../runs/store/executions.ts';
import { type TaskResultRecord, targetOf } from '../../store/task-results.ts';

/** Wire paths of what a task made. */
export interface ArtifactPaths {
  /** Pictures: SVG or PNG. */
  figurePaths: string[];
  /** Figures in Plotly's JSON. */
  jsonFigurePaths: string[];
  rawDataPaths: string[];
}

/** What a run says about one of its tasks. An outcome needs no plan: a worker's tasks have none. */
export type TaskUpdate = TaskProgress & {
  /** The second qubit of the coupling is the control. */
  isInverse?: true;
} & Pick<TaskResultRecord, 'muxId' | 'qidRole' | 'persist'>;

type TaskProgress =
  | { kind: 'scheduled'; planned: PlannedTask }
  | { kind: 'running'; planned: PlannedTask; startAt: string }
  | {
      kind: 'ended';
      outcome: TaskOutcome;
      planned?: PlannedTask | undefined;
      artifacts?: ArtifactPaths | undefined;
      /** When its turn came, if it was not written before; the time of the write if absent. */
      queuedAt?: string | undefined;
      /** Of a worker's task that failed. */
      stackTrace?: string | undefined;
    };

export const taskIdOf = (update: TaskUpdate): string =>
  update.kind === 'ended' ? update.outcome.taskId : update.planned.taskId;

/** Whether a result measured something: such results are latest ones, and in the history of their target. */
export const isMeasured = ({ status }: { status: string }): boolean => status === 'completed' || status === 'failed';

/** The qubit or coupling that an update measured; undefined for none. */
export const measuredTargetOf = (update: TaskUpdate): TargetRef | undefined =>
  update.kind === 'ended' && isMeasured(update.outcome)
    ? targetOf({ taskType: update.outcome.type, qid: update.outcome.target })
    : undefined;

const rankOfKind = { scheduled: 0, running: 1, ended: 2 } as const;

const rankOfStatus = (status: TaskStatus): number => {
  if (!isOpen(status)) return 2;
  return status === 'running' ? 1 : 0;
};

/** One update a task, the one that goes furthest: a transaction writes an item once. */
export function latestUpdates(updates: readonly TaskUpdate[]): TaskUpdate[] {
  const byTask = new Map<string, TaskUpdate>();
  for (const update of updates) {
    const known = byTask.get(taskIdOf(update));
    if (!known || rankOfKind[update.kind] > rankOfKind[known.kind]) byTask.set(taskIdOf(update), update);
  }
  return [...byTask.values()];
}

export type UpdateEffect = 'write' | 'repeated' | 'late';

/**
 * The effect of an update on the existing result: `write` it; `repeated`, because the same was written before; or
 * `late`, because the task is further already. Nothing ever leaves a terminal status.
 */
export function effectOf(update: TaskUpdate, existing: TaskResultRecord | undefined): UpdateEffect {
  if (!existing) return 'write';
  const [rank, reached] = [rankOfKind[update.kind], rankOfStatus(existing.status)];
  if (rank !== reached) return rank > reached ? 'write' : 'late';
  if (update.kind !== 'ended') return 'repeated';
  const { status, endAt } = update.outcome;
  return status === existing.status && endAt === existing.endAt ? 'repeated' : 'late';
}

/** Longest texts that are stored; the cut part of a stack trace or a message says no more about the cause. */
const limits = { message: 2000 };

/** The result after an update. `cooldownId`: the chip's at this moment. */
export function updatedResult(
  update: TaskUpdate,
  existing: TaskResultRecord | undefined,
  execution: ExecutionRecord,
  moment: { now: string; cooldownId: string | undefined },
): TaskResultRecord {
  const base = existing ?? newResult(update, execution, moment.now);
  const isMeasuredOnly = [execution, update, update.planned?.task].some((one) => one?.persist === false);
  const persist = isMeasuredOnly ? { persist: false as const } : {};
  const stamped = { ...base, ...persist, cooldownId: moment.cooldownId, updatedAt: moment.now };
  if (update.kind === 'scheduled') return { ...stamped, status: 'scheduled' };
  if (update.kind === 'running') return { ...stamped, status: 'running', startAt: update.startAt };
  const { outcome, artifacts, stackTrace } = update;
  const outputParameters = finite(outcome.outputParameters);
  return {
    ...stamped,
    status: outcome.status,
    message: [...outcome.message].slice(0, limits.message).join(''),
    stackTrace,
    inputParameters: finite(outcome.inputParameters),
    runParameters: outcome.runParameters,
    outputParameters,
    outputParameterNames: Object.keys(outputParameters),
    figurePaths: artifacts?.figurePaths ?? [],
    jsonFigurePaths: artifacts?.jsonFigurePaths ?? [],
    rawDataPaths: artifacts?.rawDataPaths ?? [],
    r2: outcome.r2 !== undefined && Number.isFinite(outcome.r2) ? outcome.r2 : undefined,
    startAt: outcome.startAt,
    endAt: outcome.endAt,
    elapsedSeconds: elapsedSeconds(outcome.startAt, outcome.endAt),
  };
}

function newResult(update: TaskUpdate, execution: ExecutionRecord, now: string): TaskResultRecord {
  const { planned } = update;
  const outcome = update.kind === 'ended' ? update.outcome : undefined;
  return {
    projectId: execution.projectId,
    taskId: taskIdOf(update),
    executionId: execution.executionId,
    flowRunId: execution.flowRunId,
    flowName: execution.flowName,
    chipId: execution.chipId,
    userId: execution.userId,
    username: execution.username,
    name: outcome?.name ?? planned?.task.name ?? '',
    taskType: outcome?.type ?? planned?.task.type ?? 'system',
    qid: outcome?.target ?? planned?.target ?? '',
    upstreamId: outcome?.upstreamId ?? planned?.upstreamId ?? '',
    sourceTaskId: planned?.task.sourceTaskId,
    trial: planned?.task.trial,
    ...(update.isInverse ? { isInverse: true as const } : {}),
    muxId: update.muxId,
    qidRole: update.qidRole,
    ...(isSimulated(execution) ? { simulated: true as const } : {}),
    stage: planned?.stage ?? 0,
    index: planned?.index ?? 0,
    attempt: planned?.attempt ?? 0,
    status: 'scheduled',
    message: '',
    inputParameters: {},
    runParameters: planned ? overrides(planned.task.parameters) : {},
    outputParameters: {},
    outputParameterNames: [],
    note: {},
    figurePaths: [],
    jsonFigurePaths: [],
    rawDataPaths: [],
    tags: execution.tags,
    queuedAt: (update.kind === 'ended' ? update.queuedAt : undefined) ?? now,
    createdAt: now,
    updatedAt: now,
  };
}

/** The flow's overrides, until the outcome says with what the task ran. */
const overrides = (parameters: Record<string, unknown>): Record<string, RunParameter> =>
  Object.fromEntries(
    Object.entries(parameters).map(([name, value]) => [name, { value, valueType: '', unit: '', description: '' }]),
  );

/** Numbers that DynamoDB stores; a value that is not a finite number is left out (rule TASK-10). */
function finite(parameters: Record<string, OutputParameter>): Record<string, OutputParameter> {
  return Object.fromEntries(
    Object.entries(parameters)
      .filter(([, { value }]) => Number.isFinite(value) && Math.abs(value) <= 1e100)
      .map(([name, parameter]) => [name, { ...parameter, value: tiny(parameter.value), error: errorOf(parameter) }]),
  );
}

const tiny = (value: number): number => (Math.abs(value) < 1e-100 ? 0 : value);
const errorOf = ({ error }: OutputParameter): number =>
  Number.isFinite(error) && Math.abs(error) <= 1e100 ? tiny(error) : 0;
