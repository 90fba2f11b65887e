import type { Stored } from '../../store/codec.ts';
import type { Database } from '../../store/database.ts';
import { batchWriteItems } from '../../store/database.ts';
import { taskKeys } from '../../store/keys.ts';
import {
  ifLatestAsRead,
  isLater,
  type LatestResultRecord,
  latestMarkEntity,
  latestRaised,
  latestResultEntity,
  latestResultOf,
} from '../../store/latest-results.ts';
import type { Transaction } from '../../store/transaction.ts';
import { type Found, foundLatest, type Measured } from './batch.ts';
import { Moved } from './errors.ts';

/** A latest row to be written, and the revision of the one that stands. */
interface LatestWrite {
  row: LatestResultRecord;
  standing: Stored<LatestResultRecord> | undefined;
  /** The row is what it was: a result comes to be under it. */
  stays?: boolean;
}

/**
 * The rows that measured results are the latest of, over all time and of their day, where nothing later stands; and those
 * under which one comes that is older.
 */
export function latestWrites(
  found: Found,
  measured: readonly Measured[],
  dateOf: (instant: string) => string,
): LatestWrite[] {
  const writes = new Map<string, LatestWrite>();
  for (const { result, target, endAt } of measured) {
    const { projectId, chipId, name: task, taskId } = result;
    for (const date of [undefined, dateOf(endAt)]) {
      const key = JSON.stringify([task, target.kind, target.id, date]);
      const standing = foundLatest(found, task, target, date);
      const newest = writes.get(key)?.row ?? standing;
      if (newest && !isLater({ endAt, taskId }, { endAt: newest.endAt, taskId: newest.result.taskId })) {
        if (standing && !writes.has(key)) writes.set(key, { row: standing, standing, stays: true });
        continue;
      }
      const row = { projectId, chipId, task, target, date, endAt, result: latestResultOf(result) };
      writes.set(key, { row, standing });
    }
  }
  return [...writes.values()];
}

/**
 * Marks the tasks and days that are to have their first latest rows, before they have them: a deletion of the chip finds
 * rows by these marks, and a mark without rows harms nobody.
 */
export async function markLatest(db: Database, writes: readonly LatestWrite[]): Promise<void> {
  const marks = new Map(
    writes
      .filter(({ standing }) => standing === undefined)
      .map(({ row: { projectId, chipId, task, date } }) => [
        JSON.stringify([task, date]),
        { projectId, chipId, task, date },
      ]),
  );
  await batchWriteItems(
    db,
    [...marks.values()].map((mark) => ({ put: latestMarkEntity.encode(mark, 1) })),
  );
}

/** Puts the rows, or raises those that stay, each where nobody wrote it since it was read. */
export function addLatest(transaction: Transaction, writes: readonly LatestWrite[]): void {
  for (const { row, standing, stays } of writes) {
    const asRead = ifLatestAsRead(standing);
    const moved = () => new Moved(`the latest result of '${row.task}' was written meanwhile`);
    const key = taskKeys.latest(row.projectId, row.chipId, row.task, row.target, row.date);
    if (stays) transaction.update(key, latestRaised, asRead, moved);
    else transaction.put(latestResultEntity.encode(row, (standing?.rev ?? 0) + 1), asRead, moved);
  }
}
