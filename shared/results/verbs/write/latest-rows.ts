import type { Stored } from '../../../kernel/store/dynamodb/codec.ts';
import type { Database } from '../../../kernel/store/dynamodb/database.ts';
import type { TargetRef } from '../../../kernel/store/keys.ts';
import {
  isLater,
  type LatestMarkRecord,
  type LatestResultRecord,
  latestMarkEntity,
  latestResultOf,
} from '../../store/latest-results.ts';
import type { TaskResultRecord } from '../../store/task-results.ts';
import { putMarks } from './put-marks.ts';
import { type Found, latestName } from './read-batch.ts';

/** A measured result with its target and the instant at which it ended. */
export interface Measured {
  result: TaskResultRecord;
  target: TargetRef;
  endAt: string;
}

/** A latest row to be written, and the revision of the present one. */
export interface LatestWrite {
  row: LatestResultRecord;
  existing: Stored<LatestResultRecord> | undefined;
  /** The row stays unchanged: a result is created under it. */
  stays?: boolean;
  /** It was the latest of all, and becomes that of a day that is over. */
  moved?: boolean;
}

/**
 * The rows whose latest result is a measured one, over all time and of their day, unless there is a later one; and the
 * rows under which an older one is inserted. The latest of all time is the latest of its day as well: that day gets a
 * row of its own once a later day has results (docs/decisions/0016-rows-of-one-unit.md).
 */
export function latestWrites(
  found: Pick<Found, 'latest'>,
  measured: readonly Measured[],
  dateOf: (instant: string) => string,
): LatestWrite[] {
  const writes = new Map<string, LatestWrite>();
  for (const { result, target, endAt } of measured) {
    const { projectId, chipId, name: task, taskId } = result;
    const row = { projectId, chipId, task, target, endAt, taskId, result: latestResultOf(result) };
    /** Answers the row that is replaced, and undefined if a later one stays. */
    const write = (date: string | undefined): LatestResultRecord | 'nothing' | undefined => {
      const key = latestName(task, target, date);
      const existing = found.latest.get(key);
      const newest = writes.get(key)?.row ?? existing;
      if (isLater(row, newest)) {
        writes.set(key, { row: { ...row, date }, existing });
        return newest ?? 'nothing';
      }
      if (existing && !writes.has(key)) writes.set(key, { row: existing, existing, stays: true });
      return undefined;
    };
    const day = dateOf(endAt);
    const before = write(undefined);
    if (before === undefined) {
      const latest = writes.get(latestName(task, target, undefined))?.row;
      if (latest && dateOf(latest.endAt) !== day) write(day);
    } else if (before !== 'nothing' && dateOf(before.endAt) !== day) {
      // No other writer is at that row: each requires the latest of all to be as it was read.
      const date = dateOf(before.endAt);
      writes.set(latestName(task, target, date), { row: { ...before, date }, existing: undefined, moved: true });
    }
  }
  return [...writes.values()];
}

/** Marks the tasks and days that are to have their first latest rows. */
export async function markLatest(
  db: Database,
  writes: readonly { row: LatestMarkRecord; existing: LatestResultRecord | undefined }[],
): Promise<void> {
  const marks = new Map(
    writes
      .filter(({ existing }) => existing === undefined)
      .map(({ row: { projectId, chipId, task, date } }) => [
        JSON.stringify([task, date]),
        { projectId, chipId, task, date },
      ]),
  );
  await putMarks(
    db,
    [...marks.values()].map((mark) => latestMarkEntity.encode(mark, 1)),
  );
}
