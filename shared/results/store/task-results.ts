import type { NoteRecord } from '../../chips/store/chips.ts';
import { defineEntity, formOf, type Item, type Stored } from '../../kernel/store/dynamodb/codec.ts';
import { batchGetItems, type Database, getItem } from '../../kernel/store/dynamodb/database.ts';
import { revise, type UpdateExpression } from '../../kernel/store/dynamodb/update.ts';
import { writesReleasedForms } from '../../kernel/store/dynamodb/written-forms.ts';
import { type Key, type LatticeRef, taskKeys } from '../../kernel/store/keys.ts';
import type { RunParameter, TaskType } from '../../runs/rules/plan.ts';
import type { TaskStatus } from '../../runs/rules/statuses.ts';
import type { OutputParameter } from '../../runs/rules/task-outcome.ts';
import type { GateMarks } from '../../values/rules/gate-mark.ts';

/** Which qubit of a coupling. */
export type QidRole = 'control' | 'target';

/**
 * The row of a task result in lists: the attributes that the indexes carry. It has no field that people write while the
 * run still writes, so that a write of the run overwrites no person's note; only an ended task can be excluded.
 */
export interface TaskRow {
  projectId: string;
  taskId: string;
  executionId: string;
  chipId: string;
  userId?: string | undefined;
  username: string;
  /** Task name, such as `CheckT1`. */
  name: string;
  taskType: TaskType;
  /** Qubit or coupling id; empty for global and system tasks. */
  qid: string;
  /** Present on a result that was reported for the exchanged id: the second qubit of the coupling is the control. */
  isInverse?: true | undefined;
  /** Present on a result of one qubit of a mux, which was measured with the others in one shot. */
  muxId?: number | undefined;
  /** Present on a result of a qubit that a coupling's task measured, whose id is `upstreamId`. */
  qidRole?: QidRole | undefined;
  /** Id of the task before it on the same target in its stage; empty for the first. */
  upstreamId: string;
  /** Position of its stage in the plan, and of the task in the whole run. */
  stage: number;
  index: number;
  /** Which try of its stage's task on its target; absent in a result of an earlier version, which did not record it. */
  attempt?: number | undefined;
  status: TaskStatus;
  message: string;
  hasStackTrace: boolean;
  /** R² of the fit, where there was one. */
  r2?: number | undefined;
  /** The result that this one repeats. */
  sourceTaskId?: string | undefined;
  /** Present on a result that is kept for itself: no current value, latest result or sample follows from it. */
  trial?: true | undefined;
  /** Present on a result that was ended with its run, and measured nothing that is known of. */
  closed?: true | undefined;
  /** Left out of everything that is computed. */
  excluded?: boolean | undefined;
  /** The chip's cool-down when this was written; absent for none. */
  cooldownId?: string | undefined;
  queuedAt: string;
  startAt?: string | undefined;
  endAt?: string | undefined;
  elapsedSeconds?: number | undefined;
}

/** What people write on a task result: kept apart from what its run writes (rule TASK-6). */
export interface TaskAnnotations {
  userNote?: NoteRecord | undefined;
  /** Its newest completed review (rule REVIEW-3). */
  aiReviewNote?: NoteRecord | undefined;
  excludedReason?: string | undefined;
  excludedByUserId?: string | undefined;
  excludedBy?: string | undefined;
  excludedAt?: string | undefined;
}

export interface TaskResultRecord extends Omit<TaskRow, 'hasStackTrace'>, TaskAnnotations {
  /** What the write gate says of its values, by metric; absent where it says nothing. */
  gateMarks?: GateMarks | undefined;
  /**
   * Units of metrics that the catalogue leaves open, where the project has another one than the task gave: the values that follow
   * from the result are in these (rule METRIC-15).
   */
  metricUnits?: Record<string, string> | undefined;
  /** Present if its values become current only when a person accepts them (rule GATE-12). */
  persist?: false | undefined;
  /** Present on a result of the simulator. */
  simulated?: true | undefined;
  flowRunId: string;
  flowName: string;
  inputParameters: Record<string, OutputParameter>;
  runParameters: Record<string, RunParameter>;
  outputParameters: Record<string, OutputParameter>;
  outputParameterNames: string[];
  /** Internal metadata of the workflow. */
  note: Record<string, unknown>;
  /** Wire paths of its artifacts: pictures (SVG, PNG), Plotly figures, raw data. */
  figurePaths: string[];
  jsonFigurePaths: string[];
  rawDataPaths: string[];
  tags: string[];
  stackTrace?: string | undefined;
  createdAt: string;
  updatedAt: string;
}

export const taskRowOf = (result: TaskResultRecord): TaskRow => ({
  projectId: result.projectId,
  taskId: result.taskId,
  executionId: result.executionId,
  chipId: result.chipId,
  userId: result.userId,
  username: result.username,
  name: result.name,
  taskType: result.taskType,
  qid: result.qid,
  isInverse: result.isInverse,
  muxId: result.muxId,
  qidRole: result.qidRole,
  upstreamId: result.upstreamId,
  stage: result.stage,
  index: result.index,
  attempt: result.attempt,
  status: result.status,
  message: result.message,
  hasStackTrace: result.stackTrace !== undefined,
  r2: result.r2,
  sourceTaskId: result.sourceTaskId,
  trial: result.trial,
  closed: result.closed,
  excluded: result.excluded,
  cooldownId: result.cooldownId,
  queuedAt: result.queuedAt,
  startAt: result.startAt,
  endAt: result.endAt,
  elapsedSeconds: result.elapsedSeconds,
});

/** The row of an execution's tasks that was written last, by which one knows whether an index shows all of them. */
export interface LastRow {
  /** Its sort key among the rows of the execution. */
  sort: string;
  status: TaskStatus;
  excluded: boolean;
}

export const lastRowOf = ({ queuedAt, taskId, status, excluded = false }: TaskResultRecord): LastRow => ({
  sort: taskKeys.byTime(queuedAt, taskId),
  status,
  excluded,
});

/** The qubit or coupling of a result; undefined for global and system tasks. */
export const targetOf = ({ taskType, qid }: Pick<TaskRow, 'taskType' | 'qid'>): LatticeRef | undefined =>
  taskType === 'qubit' || taskType === 'coupling' ? { kind: taskType, id: qid } : undefined;

/** The version of the stored shape from which on rows bear the cool-down. */
const rowsWithCooldown = 3;

/**
 * Codec of task results. In the history of a target (gsi3) are those that ran to an end, completed or failed; what was
 * skipped or cancelled measured nothing. The list of a chip (gsi4) is sorted by start, by queueing until then.
 */
export const taskResultEntity = defineEntity<TaskResultRecord>({
  name: 'task-result',
  version: rowsWithCooldown,
  keys: (result) => {
    const { projectId, taskId, executionId, chipId, queuedAt, endAt } = result;
    const target = targetOf(result);
    const measured = result.status === 'completed' || result.status === 'failed';
    return {
      ...taskKeys.result(projectId, taskId),
      gsi2pk: taskKeys.ofExecution(projectId, executionId),
      gsi2sk: taskKeys.byTime(queuedAt, taskId),
      ...(target && measured && endAt !== undefined
        ? {
            gsi3pk: taskKeys.ofTarget(projectId, chipId, result.name, target),
            gsi3sk: taskKeys.byTime(endAt, taskId),
          }
        : {}),
      gsi4pk: taskKeys.ofChip(projectId, chipId),
      gsi4sk: taskKeys.byTime(result.startAt ?? queuedAt, taskId),
    };
  },
  slim: (result) => ({ ...taskRowOf(result) }),
  // Conditions and filters of the stream name `status` and `excluded`.
  onlyInSlim: [
    'projectId',
    'taskId',
    'executionId',
    'chipId',
    'userId',
    'username',
    'name',
    'taskType',
    'qid',
    'isInverse',
    'muxId',
    'qidRole',
    'upstreamId',
    'stage',
    'index',
    'attempt',
    'message',
    'r2',
    'sourceTaskId',
    'trial',
    'closed',
    'cooldownId',
    'queuedAt',
    'startAt',
    'endAt',
    'elapsedSeconds',
  ],
  deflated: [
    'inputParameters',
    'runParameters',
    'outputParameters',
    'outputParameterNames',
    'note',
    'figurePaths',
    'jsonFigurePaths',
    'rawDataPaths',
    'simulated',
  ],
  // Version 1 had every field on the item, those of the row twice; version 2 had the cool-down there and not in the row.
  released: { version: 1 },
  upgrades: { 1: (old) => old, 2: (old) => old },
});

/** The row of an item, of the table or of an index. */
export const decodeTaskRow = (item: Item): TaskRow => item.slim as TaskRow;

const cooldownOf = (item: Item | undefined): unknown => item && (decodeTaskRow(item).cooldownId ?? item.cooldownId);

/** The rows of a page with their cool-downs: those of an earlier shape take theirs from the table. */
export async function completeCooldowns(db: Database, items: readonly Item[]): Promise<Item[]> {
  const keyOf = ({ pk, sk }: Item): Key => ({ pk: String(pk), sk: String(sk) });
  const lacking = items.filter((item) => formOf(item) < rowsWithCooldown);
  const whole = await batchGetItems(db, lacking.map(keyOf), false);
  const cooldowns = new Map(lacking.map((item, n) => [item, cooldownOf(whole[n])]));
  return items.map((item) =>
    cooldowns.has(item) ? { ...item, slim: { ...decodeTaskRow(item), cooldownId: cooldowns.get(item) } } : item,
  );
}

const exclusion = ['excluded', 'excludedReason', 'excludedByUserId', 'excludedBy', 'excludedAt'] as const;

const notTheWorkers: ReadonlySet<string> = new Set(['pk', 'sk', 'rev', 'userNote', 'aiReviewNote', ...exclusion]);

/** An update that writes what a run knows of a result, and leaves alone what people wrote on it. */
export function workerUpdate(result: TaskResultRecord): { key: Key; update: UpdateExpression } {
  const item = Object.entries(taskResultEntity.encode(result, 0));
  const known = Object.fromEntries(item.filter(([name]) => !notTheWorkers.has(name)));
  // A field is in one place: version 2 kept the cool-down on the item, and the released form deflates nothing.
  const elsewhere = writesReleasedForms() ? { deflated: undefined } : { cooldownId: undefined };
  const update = revise({ ...known, ...elsewhere });
  return { key: taskKeys.result(result.projectId, result.taskId), update };
}

/** An update that writes whether a result is excluded, in its rows too, and nothing else of it. */
export function exclusionUpdate(result: TaskResultRecord): { key: Key; update: UpdateExpression } {
  const fields = Object.fromEntries(exclusion.map((name) => [name, result[name]]));
  const update = revise({ ...fields, slim: taskRowOf(result) });
  return { key: taskKeys.result(result.projectId, result.taskId), update };
}

/** An update that writes what was decided about held values of a result, and nothing else of it. */
export const gateUpdate = ({
  projectId,
  taskId,
  gateMarks,
}: TaskResultRecord): { key: Key; update: UpdateExpression } => ({
  key: taskKeys.result(projectId, taskId),
  update: revise({ gateMarks }),
});

export async function getTaskResult(
  db: Database,
  projectId: string,
  taskId: string,
): Promise<Stored<TaskResultRecord> | undefined> {
  const item = await getItem(db, taskKeys.result(projectId, taskId));
  return item && taskResultEntity.decode(item);
}
