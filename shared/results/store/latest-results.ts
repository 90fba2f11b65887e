import { defineEntity, type Item, type Stored } from '../../kernel/store/dynamodb/codec.ts';
import { type Condition, type Database, ifAbsent, queryAll } from '../../kernel/store/dynamodb/database.ts';
import { updateOf } from '../../kernel/store/dynamodb/update.ts';
import { type TargetRef, taskKeys } from '../../kernel/store/keys.ts';
import type { TaskResultRecord } from './task-results.ts';

/** What a latest row repeats of its task result: everything but who may read it, and what people wrote on it. */
export type LatestResult = Pick<
  TaskResultRecord,
  | 'executionId'
  | 'isInverse'
  | 'muxId'
  | 'qidRole'
  | 'upstreamId'
  | 'attempt'
  | 'status'
  | 'message'
  | 'inputParameters'
  | 'runParameters'
  | 'outputParameters'
  | 'outputParameterNames'
  | 'note'
  | 'figurePaths'
  | 'jsonFigurePaths'
  | 'rawDataPaths'
  | 'r2'
  | 'cooldownId'
  | 'startAt'
  | 'elapsedSeconds'
> &
  // Absent in a row of an earlier version.
  Partial<Pick<TaskResultRecord, 'stage'>>;

/**
 * The latest result of a task on a target; with a date, the latest of that day, which is kept for the days before that of the
 * latest of all.
 */
export interface LatestResultRecord {
  projectId: string;
  chipId: string;
  task: string;
  target: TargetRef;
  /** `YYYYMMDD` in the calendar of the service; absent for the latest of all. */
  date?: string | undefined;
  /** When the task ended; ties are broken by the task's id. */
  endAt: string;
  taskId: string;
  result: LatestResult;
}

function withOwnTaskId({ result, ...old }: Item): Item {
  const { taskId, ...rest } = result as Item;
  return { ...old, taskId, result: rest };
}

export const latestResultEntity = defineEntity<LatestResultRecord>({
  name: 'latest-result',
  version: 2,
  keys: ({ projectId, chipId, task, target, date }) => taskKeys.latest(projectId, chipId, task, target, date),
  // All but what conditions name: a row of one unit, where the names and ids of the key would make it two.
  deflated: ['projectId', 'chipId', 'task', 'target', 'date', 'result'],
  // Version 1 has the id within the result.
  released: { version: 1, downgrade: (row) => ({ ...row, result: { ...row.result, taskId: row.taskId } }) },
  upgrades: { 1: withOwnTaskId },
});

/** Marks that there are latest results of a task, or of a task on a day. */
export interface LatestMarkRecord {
  projectId: string;
  chipId: string;
  task: string;
  date?: string | undefined;
}

/** Codec of these marks. */
export const latestMarkEntity = defineEntity<LatestMarkRecord>({
  name: 'latest-mark',
  version: 1,
  keys: ({ projectId, chipId, task, date }) => taskKeys.latestMark(projectId, chipId, task, date),
});

/** What a latest row says of a result. */
export const latestResultOf = (result: TaskResultRecord): LatestResult => ({
  executionId: result.executionId,
  isInverse: result.isInverse,
  muxId: result.muxId,
  qidRole: result.qidRole,
  upstreamId: result.upstreamId,
  stage: result.stage,
  attempt: result.attempt,
  status: result.status,
  message: result.message,
  inputParameters: result.inputParameters,
  runParameters: result.runParameters,
  outputParameters: result.outputParameters,
  outputParameterNames: result.outputParameterNames,
  note: result.note,
  figurePaths: result.figurePaths,
  jsonFigurePaths: result.jsonFigurePaths,
  rawDataPaths: result.rawDataPaths,
  r2: result.r2,
  cooldownId: result.cooldownId,
  startAt: result.startAt,
  elapsedSeconds: result.elapsedSeconds,
});

/** The row is as it was read: of that result too, since one that was taken away and came back counts from one again. */
export const ifLatestUnchanged = (existing: Stored<LatestResultRecord> | undefined): Condition =>
  existing
    ? {
        // In a row of version 1 the last release has the id within the result alone.
        expression: '#rev = :expectedRev AND (taskId = :expectedTask OR #result.taskId = :expectedTask)',
        names: { '#rev': 'rev', '#result': 'result' },
        values: { ':expectedRev': existing.rev, ':expectedTask': existing.taskId },
      }
    : ifAbsent;

/**
 * Raises the revision of a row under which a result begins to count that is not its own: an exclusion of the row's
 * result must then look again for the next one.
 */
export const latestRaised = updateOf({ add: { rev: 1 } });

/** Whether one result is later than another: by its end, ties by its id. */
export const isLater = (
  one: { endAt: string; taskId: string },
  other: { endAt: string; taskId: string } | undefined,
): boolean =>
  other === undefined || one.endAt > other.endAt || (one.endAt === other.endAt && one.taskId > other.taskId);

export async function listLatestMarks(db: Database, projectId: string, chipId: string): Promise<LatestMarkRecord[]> {
  const items = await queryAll(db, taskKeys.latestMarks(projectId, chipId));
  return items.map((item) => latestMarkEntity.decode(item));
}

/** A task of a chip, of all time or of a day. */
interface LatestOfTask {
  projectId: string;
  chipId: string;
  task: string;
  date?: string | undefined;
  consistent?: boolean;
}

/** Latest results of a task on all qubits, or all couplings, of a chip: one query a megabyte. */
export async function listLatest(
  db: Database,
  { projectId, chipId, task, date, consistent = false }: LatestOfTask,
  kind: TargetRef['kind'],
): Promise<Stored<LatestResultRecord>[]> {
  const { pk } = taskKeys.latestOf(projectId, chipId, task, date);
  const items = await queryAll(db, { pk, prefix: taskKeys.latestKind(kind), consistent });
  return items.map((item) => latestResultEntity.decode(item));
}

/** Latest results of a task on targets that follow each other in the order of their ids: one query. */
export async function listLatestWithin(
  db: Database,
  { projectId, chipId, task, date, consistent = false }: LatestOfTask,
  targets: readonly TargetRef[],
): Promise<Stored<LatestResultRecord>[]> {
  const keys = targets.map((target) => taskKeys.latest(projectId, chipId, task, target, date));
  const sorted = keys.map(({ sk }) => sk).sort();
  const [from, through] = [sorted[0], sorted.at(-1)];
  if (!keys[0] || from === undefined || through === undefined) return [];
  const items = await queryAll(db, { pk: keys[0].pk, from, through, consistent });
  const wanted = new Set(sorted);
  return items.filter(({ sk }) => wanted.has(String(sk))).map((item) => latestResultEntity.decode(item));
}
