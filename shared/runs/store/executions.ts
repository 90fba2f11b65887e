import { defineEntity, formOf, type Item, type Stored } from '../../kernel/store/dynamodb/codec.ts';
import { type Database, getItem, type QueryRange, queryPage } from '../../kernel/store/dynamodb/database.ts';
import type { Transaction } from '../../kernel/store/dynamodb/transaction.ts';
import { revise, updateOf } from '../../kernel/store/dynamodb/update.ts';
import { projectKeys, runKeys } from '../../kernel/store/keys.ts';
import type { RunStop } from '../../notifications/rules/kinds.ts';
import type { LastRow } from '../../results/store/task-results.ts';
import type { GateMode } from '../../values/rules/gate-mark.ts';
import type { OwnLimits } from '../../values/rules/own-limits.ts';
import { isPastExecution, lastExecutionOf, lastLiveExecutionOf } from '../rules/ids.ts';
import type { PastRun } from '../rules/past-run.ts';
import type { SimulatedValues } from '../rules/simulated-values.ts';
import { type ExecutionStatus, isEnded, type TaskStatus } from '../rules/statuses.ts';
import type { RunState } from '../rules/transitions.ts';

/** Where what an execution started from is kept, and the cool-down that its chip was in then; absent for none. */
export interface SnapshotRef {
  takenAt: string;
  key: string;
  cooldownId?: string | undefined;
}

/** The version of a flow that a run without a flow names. */
export const NO_FLOW_VERSION = 0;

/** A calibration execution's metadata. */
export interface ExecutionRecord {
  projectId: string;
  /** `YYYYMMDD-NNN`, unique per project; from 900000 on that of a run of the past. */
  executionId: string;
  /** UUID of the run of the state machine. */
  flowRunId: string;
  /** Display name: the flow's. */
  name: string;
  flowName: string;
  /** `NO_FLOW_VERSION` for a run without a flow: of one task, or a pipeline. */
  flowVersion: number;
  runner: 'managed' | 'worker';
  backend: string;
  status: ExecutionStatus;
  chipId: string;
  userId?: string | undefined;
  username: string;
  /** When it was asked for; of a run of the past, when it was recorded. */
  createdAt: string;
  startAt?: string | undefined;
  endAt?: string | undefined;
  elapsedSeconds?: number | undefined;
  /** Why it failed or was cancelled. */
  message: string;
  tags: string[];
  /** Holds `flow_run_id`. */
  note: Record<string, unknown>;
  /** The flow's parameters as they were at the start, with those of the request over them. */
  parameters: Record<string, unknown>;
  /** Raised by each takeover of the run: writes under an older fence change nothing (rule RUN-7). */
  fence: number;
  /** Position of the next task of the plan: a slice that is repeated goes on from here. */
  cursor: number;
  /** Tasks of the plan; undefined for a worker's run. */
  plannedTasks?: number | undefined;
  /** The write gate of its project when it was started; absent for none. */
  gate?: GateMode | undefined;
  /** Present if its values become current only when a person accepts them (rule GATE-12). */
  persist?: false | undefined;
  /** The limits of values that its project had then. */
  limits?: OwnLimits | undefined;
  /** How the simulator's values are kept (rule SIM-2); absent for a worker's run. */
  simulatedValues?: SimulatedValues | undefined;
  /** How long a worker's run waits to be claimed; absent on one from before this could be chosen. */
  claimTimeoutSeconds?: number | undefined;
  /** Task results by status. */
  taskCounts: Partial<Record<TaskStatus, number>>;
  /** Those that were taken out of the table and are archived (rule TASK-18); absent for none. */
  archivedTasks?: Partial<Record<TaskStatus, number>> | undefined;
  /** Task results that are excluded: who counts them sees whether an index has them so. */
  excludedTasks?: number | undefined;
  /** Of its tasks' rows the one that was written last; absent before the first, and where none was since this is kept. */
  lastRow?: LastRow | undefined;
  cancelRequestedAt?: string | undefined;
  cancelRequestedBy?: string | undefined;
  /** The user who asked to end it by force; its lock passes on although a worker may still drive the hardware. */
  forcedBy?: string | undefined;
  /** Why it failed, if not because of its own work. */
  stop?: RunStop | undefined;
  /** Set while Abort or Complete close the run's tasks: no result is taken any more. */
  closing?: boolean | undefined;
  /** Absent until it begins, on one from before snapshots were taken, and on a run of the past. */
  snapshot?: SnapshotRef | undefined;
  /** Present if the lab made it without the service, and submitted it later. */
  past?: PastRun | undefined;
}

/** Whether the service ran it itself, on its simulator; what a lab's worker runs is taken for measured. */
export const isSimulated = ({ runner }: Pick<ExecutionRecord, 'runner'>): boolean => runner === 'managed';

/** Whether the lab made it without the service, and submitted it later. */
export const isRecordedLater = ({ executionId }: Pick<ExecutionRecord, 'executionId'>): boolean =>
  isPastExecution(executionId);

/** When a run began or, if it has not begun, was asked for; of a run of the past, as its lab says. */
export const beganAt = ({
  executionId,
  startAt,
  createdAt,
}: Pick<ExecutionRecord, 'executionId' | 'startAt' | 'createdAt'>): string =>
  isRecordedLater({ executionId }) ? (startAt ?? createdAt) : createdAt;

/** The row of a list of executions: what every index carries. */
export type ExecutionSummary = Pick<
  ExecutionRecord,
  | 'projectId'
  | 'executionId'
  | 'name'
  | 'flowName'
  | 'status'
  | 'chipId'
  | 'userId'
  | 'username'
  | 'createdAt'
  | 'startAt'
  | 'endAt'
  | 'elapsedSeconds'
  | 'message'
  | 'tags'
  | 'note'
  | 'cancelRequestedAt'
> & {
  /** The chip's cool-down when the run began; absent for none. */
  cooldownId?: string | undefined;
  /** The outcome of its tasks, once it is over: earlier, each batch of results would write the indexes again. */
  outcome?: Pick<ExecutionRecord, 'plannedTasks' | 'taskCounts'> | undefined;
};

/** The version of the stored shape from which on executions bear the cool-down. */
const executionsWithCooldown = 2;

/**
 * Codec of executions. Each index holds them in the order of the table: by date and number. What changes with every
 * batch of results (counts, cursor, fence) is not in the row of the slim indexes; the counts are once it is over.
 */
export const executionEntity = defineEntity<ExecutionRecord>({
  name: 'execution',
  version: executionsWithCooldown,
  // What began under version 1 has its cool-down in the snapshot alone.
  released: { version: 1 },
  upgrades: { 1: (old) => old },
  keys: (execution) => {
    const { projectId, chipId, status } = execution;
    const key = projectKeys.execution(projectId, execution.executionId);
    return {
      ...key,
      gsi1pk: runKeys.ofChip(projectId, chipId),
      gsi1sk: key.sk,
      gsi2pk: runKeys.ofStatus(projectId, status),
      gsi2sk: key.sk,
      gsi3pk: runKeys.ofChipAndStatus(projectId, chipId, status),
      gsi3sk: key.sk,
      gsi4pk: runKeys.ofFlow(projectId, execution.flowName),
      gsi4sk: key.sk,
    };
  },
  slim: summaryOf,
});

function summaryOf(execution: ExecutionRecord): Item {
  const row: ExecutionSummary = {
    projectId: execution.projectId,
    executionId: execution.executionId,
    name: execution.name,
    flowName: execution.flowName,
    status: execution.status,
    chipId: execution.chipId,
    userId: execution.userId,
    username: execution.username,
    createdAt: execution.createdAt,
    startAt: execution.startAt,
    endAt: execution.endAt,
    elapsedSeconds: execution.elapsedSeconds,
    message: execution.message,
    tags: execution.tags,
    note: execution.note,
    cancelRequestedAt: execution.cancelRequestedAt,
    cooldownId: execution.snapshot?.cooldownId ?? execution.past?.cooldownId,
    outcome: isEnded(execution.status)
      ? { plannedTasks: execution.plannedTasks, taskCounts: execution.taskCounts }
      : undefined,
  };
  return { ...row };
}

/** The row of a list from an item of the table or of any index. */
export const decodeSummary = (item: Item): ExecutionSummary => item.slim as ExecutionSummary;

/** Whether an item would bear a cool-down if there had been one. */
export const bearsCooldown = (item: Item): boolean => formOf(item) >= executionsWithCooldown;

/** Reads the present execution. */
export async function getExecution(
  db: Database,
  projectId: string,
  executionId: string,
): Promise<Stored<ExecutionRecord> | undefined> {
  const item = await getItem(db, projectKeys.execution(projectId, executionId));
  return item && executionEntity.decode(item);
}

/** Counts a task result that was excluded, or included again (-1), in a transaction with that. */
export function addExclusion(
  transaction: Transaction,
  { projectId, executionId }: Pick<ExecutionRecord, 'projectId' | 'executionId'>,
  by: 1 | -1,
  lastRow: LastRow,
): void {
  const update = updateOf({ set: { lastRow }, add: { excludedTasks: by, rev: 1 } });
  transaction.update(projectKeys.execution(projectId, executionId), update);
}

/**
 * The newest execution of a range, and the newest one that was started, not recorded later. Runs of the past sort behind
 * those of their day, so a day that has some is read once more, down to the day `since` (`YYYYMMDD`).
 */
export async function newestOf(
  db: Database,
  range: QueryRange,
  since: string,
): Promise<{ newest: Item | undefined; started: Item | undefined }> {
  const newestIn = async (one: QueryRange) =>
    (await queryPage(db, { ...one, descending: true }, { limit: 1 })).items.at(0);
  const newest = await newestIn(range);
  let started = newest;
  while (started && isRecordedLater(decodeSummary(started))) {
    const { projectId, executionId } = decodeSummary(started);
    const { date } = lastExecutionOf(executionId);
    if (date < since) return { newest, started: undefined };
    const { sk: through } = projectKeys.execution(projectId, lastLiveExecutionOf(date));
    started = await newestIn({ from: '0', ...rangeBase(range), through });
  }
  return { newest, started };
}

const rangeBase = ({ prefix: _prefix, through: _through, ...range }: QueryRange): QueryRange => range;

/** The part of an execution that its transitions are decided by. */
export const stateOf = (execution: ExecutionRecord): RunState => ({
  status: execution.status,
  fence: execution.fence,
  closing: execution.closing ?? false,
  cancelRequested: execution.cancelRequestedAt !== undefined,
});

/**
 * Fields that are set once and decide about a run from then on. Whether it is being closed follows from its fence,
 * which the closing raises.
 */
const decisions = ['cancelRequestedAt', 'forcedBy'] as const satisfies (keyof ExecutionRecord)[];

/**
 * Changes an execution in a transaction, on the condition that no decision about its run was written since it was read.
 * Only attributes that differ are written: counts and cursor, which results change meanwhile, stay as stored.
 */
export function addExecutionChange(
  transaction: Transaction,
  before: Stored<ExecutionRecord>,
  after: ExecutionRecord,
  onConflict: () => Error,
): void {
  const { rev: _rev, ...record } = before;
  const from = executionEntity.encode(record, 0);
  const to = executionEntity.encode({ ...after }, 0);
  const differing = [...new Set([...Object.keys(from), ...Object.keys(to)])].filter(
    (name) => JSON.stringify(from[name]) !== JSON.stringify(to[name]),
  );
  const undecided = decisions.filter((name) => before[name] === undefined);
  transaction.update(
    projectKeys.execution(before.projectId, before.executionId),
    revise(Object.fromEntries(differing.map((name) => [name, to[name]]))),
    {
      expression: [
        '#status = :status',
        'fence = :fence',
        ...undecided.map((name) => `attribute_not_exists(${name})`),
      ].join(' AND '),
      names: { '#status': 'status' },
      values: { ':status': before.status, ':fence': before.fence },
    },
    onConflict,
  );
}
