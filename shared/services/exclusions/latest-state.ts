import { calendarDate } from '../../domain/calendar.ts';
import type { Stored } from '../../store/dynamodb/codec.ts';
import { staleRead } from '../../store/dynamodb/conflict.ts';
import { batchGetItems, type Database } from '../../store/dynamodb/database.ts';
import type { Transaction } from '../../store/dynamodb/transaction.ts';
import { type TargetRef, taskKeys } from '../../store/keys.ts';
import {
  ifLatestUnchanged,
  isLater,
  type LatestResultRecord,
  latestRaised,
  latestResultEntity,
  latestResultOf,
} from '../../store/task-results/latest-results.ts';
import type { TaskResultRecord } from '../../store/task-results/task-results.ts';
import { type ExclusionChange, isCounted, newestCounted, readResults } from './counted.ts';

/** A latest row as it stands, and the result that it is to be of; undefined for none. */
export interface LatestState {
  date: string | undefined;
  existing: Stored<LatestResultRecord> | undefined;
  best: TaskResultRecord | undefined;
}

const hoursMs = 3_600_000;

/**
 * The results that are to be the latest of the changed one's task on its target: of all, and of the day on which it
 * ended. What stands and counts is looked at too, since an index may not have it yet.
 */
export async function latestStates(
  db: Database,
  exclusion: ExclusionChange,
  target: TargetRef,
  endAt: string,
  zone: string,
): Promise<LatestState[]> {
  const { chip, changed } = exclusion;
  const { projectId, chipId } = chip;
  const day = calendarDate(endAt, zone);
  const dates = [undefined, day];
  const items = await batchGetItems(
    db,
    dates.map((date) => taskKeys.latest(projectId, chipId, changed.name, target, date)),
  );
  const existing = items.map((item) => item && latestResultEntity.decode(item));
  const others = existing.flatMap((row) => (row && row.result.taskId !== changed.taskId ? [row.result.taskId] : []));
  const read = await readResults(db, projectId, others);
  return Promise.all(
    dates.map(async (date, n): Promise<LatestState> => {
      const row = existing[n];
      const now = row && read.get(row.result.taskId);
      const candidates = [now, isCounted(changed, chip) ? changed : undefined];
      // A row that stands and counts has nothing above it but what changes now; an exclusion may have put it there, and
      // then what the index did not show yet is found when the stream tells of that.
      if (!(now && isCounted(now, chip) && isCounted(changed, chip)))
        candidates.push(await newestCounted(db, exclusion, { task: changed.name, target }, rangeOf(date, endAt, zone)));
      return { date, existing: row, best: newestOf(candidates.filter((one) => one && isCounted(one, chip))) };
    }),
  );
}

/** Of a day: what ended within a day and two hours of an instant in it, since a day has 25 hours at the most. */
function rangeOf(date: string | undefined, endAt: string, zone: string) {
  if (date === undefined) return { from: '0', through: '~', matches: () => true };
  const around = (hours: number) => new Date(Date.parse(endAt) + hours * hoursMs).toISOString();
  return {
    from: around(-26),
    through: around(26),
    matches: ({ endAt: end }: { endAt?: string | undefined }) => end !== undefined && calendarDate(end, zone) === date,
  };
}

const newestOf = (results: readonly (TaskResultRecord | undefined)[]): TaskResultRecord | undefined =>
  results.reduce<TaskResultRecord | undefined>(
    (newest, one) => (one && (!newest || isLater(endOf(one), endOf(newest))) ? one : newest),
    undefined,
  );

const endOf = ({ endAt = '', taskId }: TaskResultRecord) => ({ endAt, taskId });

/**
 * Writes a latest row as it is to be, or requires that it stays as it was read; one under which a result begins to count
 * is raised.
 */
export function addLatestState(
  transaction: Transaction,
  { chip, changed }: ExclusionChange,
  target: TargetRef,
  { date, existing, best }: LatestState,
): void {
  const { projectId, chipId } = chip;
  const task = changed.name;
  const key = taskKeys.latest(projectId, chipId, task, target, date);
  const unchanged = ifLatestUnchanged(existing);
  const isSame = best?.taskId === existing?.result.taskId;
  if (isSame && existing && isCounted(changed, chip)) transaction.update(key, latestRaised, unchanged, staleRead);
  else if (isSame) transaction.check(key, unchanged, staleRead);
  else if (!best) transaction.delete(key, unchanged, staleRead);
  else {
    const row = { projectId, chipId, task, target, date, endAt: best.endAt ?? '', result: latestResultOf(best) };
    transaction.put(latestResultEntity.encode(row, (existing?.rev ?? 0) + 1), unchanged, staleRead);
  }
}
