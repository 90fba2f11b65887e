import type { ChipRecord } from '../../../chips/store/chips.ts';
import type { Item, Stored } from '../../../kernel/store/dynamodb/codec.ts';
import { batchGetItems, type Database, queryPage } from '../../../kernel/store/dynamodb/database.ts';
import { type TargetRef, taskKeys } from '../../../kernel/store/keys.ts';
import {
  decodeTaskRow,
  type TaskResultRecord,
  type TaskRow,
  taskResultEntity,
} from '../../../results/store/task-results.ts';

/** A chip whose results are looked at, and the result that is just being excluded or included. */
export interface ExclusionChange {
  chip: Stored<ChipRecord>;
  /** As it is to be written: what the table has of it does not matter. */
  changed: TaskResultRecord;
}

/** A chip at present, or at an instant of the past, with or without a result that changes. */
export interface AsOf extends Pick<ExclusionChange, 'chip'>, Partial<Pick<ExclusionChange, 'changed'>> {
  /** Only results that were written by then count. */
  until?: string;
  /** A sample without a result that is about to stop counting: what the index has of it does not matter. */
  withoutSampleId?: string | undefined;
  /** What is dated ahead of it gives way to every measurement (rule TIME-8). */
  now: string;
}

/** Whether the latest results and current values of a chip may rest on a result; not on those of an earlier chip. */
export const isCounted = (result: TaskResultRecord, chip: ChipRecord): boolean =>
  (result.status === 'completed' || result.status === 'failed') &&
  !result.excluded &&
  !result.trial &&
  !result.closed &&
  result.createdAt >= chip.createdAt;

/** The same of a view. */
export const countsAsOf = (result: TaskResultRecord, { chip, until }: Omit<AsOf, 'now'>): boolean =>
  isCounted(result, chip) && (until === undefined || result.updatedAt <= until);

/** The present results, by id. */
export async function readResults(
  db: Database,
  projectId: string,
  taskIds: readonly string[],
): Promise<Map<string, Stored<TaskResultRecord>>> {
  const items = await batchGetItems(
    db,
    taskIds.map((taskId) => taskKeys.result(projectId, taskId)),
  );
  const results = items.flatMap((item) => (item ? [taskResultEntity.decode(item)] : []));
  return new Map(results.map((result) => [result.taskId, result]));
}

/** Rows of one look into a history: most often the first of them answers. */
const pageSize = 8;

/**
 * The newest result of a task on a target that counts, the changed one aside: the history (gsi3) says which there are,
 * and the table whether they count.
 */
export async function newestCounted(
  db: Database,
  { chip, changed }: Pick<AsOf, 'chip' | 'changed'>,
  of: { task: string; target: TargetRef },
  within: { from: string; through: string; matches: (row: Pick<TaskRow, 'endAt'>) => boolean },
): Promise<Stored<TaskResultRecord> | undefined> {
  const { projectId, chipId } = chip;
  const range = {
    index: 'gsi3' as const,
    pk: taskKeys.ofTarget(projectId, chipId, of.task, of.target),
    from: within.from,
    through: within.through,
    descending: true,
  };
  let startKey: Item | undefined;
  do {
    const page = await queryPage(db, range, { limit: pageSize, ...(startKey ? { startKey } : {}) });
    const rows = page.items.map(decodeTaskRow).filter((row) => row.taskId !== changed?.taskId && within.matches(row));
    const ids = rows.map(({ taskId }) => taskId);
    const results = await readResults(db, projectId, ids);
    const found = ids.map((id) => results.get(id)).find((result) => result && isCounted(result, chip));
    if (found) return found;
    startKey = page.lastKey;
  } while (startKey);
  return undefined;
}
