import { calendarDate } from '../../../kernel/rules/calendar.ts';
import type { Stored } from '../../../kernel/store/dynamodb/codec.ts';
import { staleRead } from '../../../kernel/store/dynamodb/conflict.ts';
import { batchGetItems, type Database } from '../../../kernel/store/dynamodb/database.ts';
import type { Transaction } from '../../../kernel/store/dynamodb/transaction.ts';
import { type TargetRef, taskKeys } from '../../../kernel/store/keys.ts';
import {
  ifLatestUnchanged,
  isLater,
  type LatestResultRecord,
  latestRaised,
  latestResultEntity,
  latestResultOf,
} from '../../../results/store/latest-results.ts';
import type { TaskResultRecord } from '../../../results/store/task-results.ts';
import { type ExclusionChange, isCounted, newestCounted, readResults } from '../measured/counted.ts';

/** The present latest row, and the result that it should show; undefined for none. */
export interface LatestState {
  date: string | undefined;
  existing: Stored<LatestResultRecord> | undefined;
  best: TaskResultRecord | undefined;
}

const hoursMs = 3_600_000;

/**
 * The results that become the latest of the changed one's task on its target: of all time, and of each day concerned.
 * The present result is considered too if it counts, since an index may not have it yet.
 */
export async function latestStates(
  db: Database,
  exclusion: ExclusionChange,
  target: TargetRef,
  endAt: string,
  zone: string,
): Promise<LatestState[]> {
  const rowsOf = rowReader(db, exclusion, target);
  const dayOf = (instant: string) => calendarDate(instant, zone);
  const [whole] = await rowsOf([undefined]);
  const latest = await latestState(db, exclusion, target, whole, { from: '0', through: '~', matches: () => true });
  const days = new Map<string, string>([[dayOf(endAt), endAt]]);
  const { existing, best } = latest;
  const last = best && dayOf(best.endAt ?? '');
  // The day of the latest of all has no row of its own: it has one from when the latest leaves it, none when it comes.
  if (existing && dayOf(existing.endAt) !== last) days.set(dayOf(existing.endAt), existing.endAt);
  if (last !== undefined && last !== (existing && dayOf(existing.endAt))) days.set(last, best?.endAt ?? '');
  const rows = await rowsOf([...days.keys()]);
  const states = rows.map(async (row) => {
    const { date = '' } = row;
    if (last === undefined || date >= last) return { date, existing: row.existing, best: undefined };
    const above = existing && dayOf(existing.endAt) === date ? whole?.result : undefined;
    return latestState(db, exclusion, target, row, rangeOf(date, days.get(date) ?? '', zone), above);
  });
  return [latest, ...(await Promise.all(states))];
}

/** A latest row, and its result as the table has it. */
interface RowRead extends Pick<LatestState, 'date' | 'existing'> {
  result: TaskResultRecord | undefined;
}

/** Reads rows of the changed one's task on its target, with their results but for the changed one. */
const rowReader =
  (db: Database, { chip, changed }: ExclusionChange, target: TargetRef) =>
  async (dates: readonly (string | undefined)[]): Promise<RowRead[]> => {
    const { projectId, chipId } = chip;
    const items = await batchGetItems(
      db,
      dates.map((date) => taskKeys.latest(projectId, chipId, changed.name, target, date)),
    );
    const rows = items.map((item) => item && latestResultEntity.decode(item));
    const others = rows.flatMap((row) => (row && row.taskId !== changed.taskId ? [row.taskId] : []));
    const results = await readResults(db, projectId, others);
    return dates.map((date, n) => ({ date, existing: rows[n], result: results.get(rows[n]?.taskId ?? '') }));
  };

/**
 * The result that a row should show. `also`: another candidate besides those of the row, the changed result and the
 * history.
 */
async function latestState(
  db: Database,
  exclusion: ExclusionChange,
  target: TargetRef,
  row: RowRead | undefined,
  within: Range,
  also?: TaskResultRecord,
): Promise<LatestState> {
  const { chip, changed } = exclusion;
  const counts = (result: TaskResultRecord | undefined): result is TaskResultRecord =>
    result !== undefined && isCounted(result, chip);
  const isWithin = counts(changed) && within.matches(changed);
  const candidates = [row?.result, also, isWithin ? changed : undefined];
  // If the row's result counts, only the present change can be newer. The row may come from an exclusion; a result that
  // the index did not show then is found when the stream reports it.
  if (!(counts(row?.result) && counts(changed)))
    candidates.push(await newestCounted(db, exclusion, { task: changed.name, target }, within));
  return { date: row?.date, existing: row?.existing, best: newestOf(candidates.filter(counts)) };
}

type Range = Parameters<typeof newestCounted>[3];

/** Of a day: what ended within a day and two hours of an instant in it, since a day has 25 hours at the most. */
function rangeOf(date: string, endAt: string, zone: string): Range {
  const around = (hours: number) => new Date(Date.parse(endAt) + hours * hoursMs).toISOString();
  return {
    from: around(-26),
    through: around(26),
    matches: ({ endAt: end }) => end !== undefined && calendarDate(end, zone) === date,
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
  const asRead = ifLatestUnchanged(existing);
  const stays = best?.taskId === existing?.taskId;
  if (stays && existing && isCounted(changed, chip)) transaction.update(key, latestRaised, asRead, staleRead);
  else if (stays) transaction.check(key, asRead, staleRead);
  else if (!best) transaction.delete(key, asRead, staleRead);
  else {
    const { taskId, endAt = '' } = best;
    const row = { projectId, chipId, task, target, date, endAt, taskId, result: latestResultOf(best) };
    transaction.put(latestResultEntity.encode(row, (existing?.rev ?? 0) + 1), asRead, staleRead);
  }
}
