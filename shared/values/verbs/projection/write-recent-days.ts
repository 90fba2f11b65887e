import type { ChipRecord } from '../../../chips/store/chips.ts';
import type { Deadline } from '../../../kernel/deadline.ts';
import { type Database, ifAbsent, ifRevision } from '../../../kernel/store/dynamodb/database.ts';
import type { Transaction } from '../../../kernel/store/dynamodb/transaction.ts';
import { packDay, recentDays } from '../../../statistics/rules/recent-days.ts';
import { scaleOf } from '../../../statistics/rules/scale.ts';
import { describeMetric } from '../../rules/catalogue.ts';
import {
  listRecentDays,
  type PackedSeries,
  packRecent,
  partOf,
  type RecentDaysRecord,
  recentDaysEntity,
} from '../../store/recent-days.ts';
import type { MeasuredDays } from '../measured-days.ts';

/** The series of a metric, and since when (`YYYYMMDD`) all of their days are there. */
export interface MetricDays {
  from: string;
  series: readonly Pick<MeasuredDays, 'target' | 'days'>[];
}

/** Packs the newest days of a metric, by part. */
export function packMetric(
  metric: string,
  { from, series }: MetricDays,
): Map<number, { from: string; targets: Uint8Array }> {
  const packed = series.map(({ target, days }): PackedSeries => {
    const scale = scaleOf(describeMetric(metric, target.kind));
    const { days: kept, since } = recentDays(days);
    return { target, since, days: kept.map((day) => packDay(day, scale)) };
  });
  const parts = Map.groupBy(packed, ({ target }) => partOf(target));
  return new Map([...parts].map(([part, own]) => [part, { from, targets: packRecent(own) }]));
}

/** The guard of the parts: the transaction begins with it, and names it when it fails. */
interface Writing {
  deadline: Deadline;
  guard: () => Transaction;
  onConflict: () => Error;
}

/**
 * Writes the parts of a metric's newest days that differ from the stored ones. @throws StaleReadError as the guard
 * says.
 */
export async function writeRecentDays(
  db: Database,
  { projectId, chipId }: ChipRecord,
  metric: string,
  parts: ReadonlyMap<number, { from: string; targets: Uint8Array }>,
  { deadline, guard, onConflict }: Writing,
): Promise<void> {
  deadline();
  const existing = new Map((await listRecentDays(db, { projectId, chipId, metric })).map((one) => [one.part, one]));
  const transaction = guard();
  const empty = transaction.size;
  for (const [part, { from, targets }] of parts) {
    const stood = existing.get(part);
    if (stood?.from === from && Buffer.compare(stood.targets, targets) === 0) continue;
    const record: RecentDaysRecord = { projectId, chipId, metric, part, from, targets };
    const condition = stood ? ifRevision(stood.rev) : ifAbsent;
    transaction.put(recentDaysEntity.encode(record, (stood?.rev ?? 0) + 1), condition, onConflict);
  }
  for (const [part, { rev, ...stood }] of existing)
    if (!parts.has(part)) transaction.delete(recentDaysEntity.keys(stood), ifRevision(rev), onConflict);
  if (transaction.size > empty) await transaction.commit();
}
