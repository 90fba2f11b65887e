import type { Stored } from '../../store/dynamodb/codec.ts';
import type { Database } from '../../store/dynamodb/database.ts';
import { batchWriteItems } from '../../store/dynamodb/database.ts';
import type { TargetRef } from '../../store/keys.ts';
import {
  isLater,
  type LatestResultRecord,
  latestMarkEntity,
  latestResultOf,
} from '../../store/task-results/latest-results.ts';
import type { TaskResultRecord } from '../../store/task-results/task-results.ts';
import { type Found, latestName } from './read-batch.ts';

/** A measured result with its target and the instant at which it ended. */
export interface Measured {
  result: TaskResultRecord;
  target: TargetRef;
  endAt: string;
}

/** A latest row to be written, and the revision of the one that stands. */
export interface LatestWrite {
  row: LatestResultRecord;
  existing: Stored<LatestResultRecord> | undefined;
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
      const key = latestName(task, target, date);
      const existing = found.latest.get(key);
      const newest = writes.get(key)?.row ?? existing;
      if (newest && !isLater({ endAt, taskId }, { endAt: newest.endAt, taskId: newest.result.taskId })) {
        if (existing && !writes.has(key)) writes.set(key, { row: existing, existing, stays: true });
        continue;
      }
      const row = { projectId, chipId, task, target, date, endAt, result: latestResultOf(result) };
      writes.set(key, { row, existing });
    }
  }
  return [...writes.values()];
}

/** Marks the tasks and days that are to have their first latest rows. */
export async function markLatest(db: Database, writes: readonly LatestWrite[]): Promise<void> {
  const marks = new Map(
    writes
      .filter(({ existing }) => existing === undefined)
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
