import type { Context } from '../../context.ts';
import { describeMetric } from '../../domain/metrics/catalogue.ts';
import { type Measurement, mergeRollUps, rollUp, type TargetRollUp } from '../../domain/metrics/roll-up.ts';
import { getChip } from '../../store/chips.ts';
import { getItem, ifAbsent, ifRevision, queryAll } from '../../store/database.ts';
import { type RollUpSpan, rollUpKeys, sampleKeys, type TargetRef } from '../../store/keys.ts';
import {
  listRollUps,
  packTargets,
  type RolledTargets,
  type RollUpRecord,
  rollUpEntity,
  unpackTargets,
} from '../../store/roll-ups.ts';
import { type SampleRecord, sampleEntity } from '../../store/samples.ts';
import { Transaction } from '../../store/transaction.ts';
import { checkChip, Moved, untilUnmoved } from './chip-writes.ts';

/** A day of a metric under a cool-down, whose roll-up is to be made again. */
export interface Bucket {
  metric: string;
  /** UTC day `YYYYMMDD`: samples are kept by UTC months, and a range is one of instants. */
  day: string;
  cooldownId: string | undefined;
}

/** The bucket that a sample falls into. */
export const bucketOf = ({ metric, at, cooldownId }: SampleRecord): Bucket => ({
  metric,
  day: at.slice(0, 10).replaceAll('-', ''),
  cooldownId,
});

type ChipRef = { projectId: string; chipId: string };

/** Makes the roll-ups of days, and then of their months, again from what is in the table. */
export async function refreshRollUps(ctx: Context, of: ChipRef, buckets: readonly Bucket[]): Promise<void> {
  for (const { metric, day, cooldownId } of distinct(buckets))
    await refresh(ctx, { ...of, metric, span: 'day', date: day, cooldownId }, targetsOfDay);
  const months = buckets.map((bucket) => ({ ...bucket, day: bucket.day.slice(0, 6) }));
  for (const { metric, day: month, cooldownId } of distinct(months))
    await refresh(ctx, { ...of, metric, span: 'month', date: month, cooldownId }, targetsOfMonth);
}

const distinct = (buckets: readonly Bucket[]): Bucket[] => [
  ...new Map(buckets.map((one) => [JSON.stringify([one.metric, one.day, one.cooldownId]), one])).values(),
];

type Of = ChipRef & RollUpSpan & { metric: string };

/**
 * Recomputes, never increments (design 4): reads the roll-up, then what it is made of, and writes it if nobody else has
 * since. Whoever comes last has read everything that was there when the one before it wrote.
 */
function refresh(
  ctx: Context,
  of: Of,
  targetsOf: (ctx: Context, of: Of) => Promise<RolledTargets | undefined>,
): Promise<void> {
  return untilUnmoved(async () => {
    const chip = await getChip(ctx.db, of.projectId, of.chipId);
    if (!chip) return;
    const item = await getItem(ctx.db, rollUpKeys.rollUp(of.projectId, of.chipId, of.metric, of));
    const standing = item && rollUpEntity.decode(item);
    const targets = await targetsOf(ctx, of);
    if (!targets && !standing) return;
    const packed = packTargets(targets ?? []);
    if (standing && Buffer.compare(standing.targets, packed) === 0) return;
    const record: RollUpRecord = { ...of, targets: packed };
    const transaction = new Transaction(ctx.db);
    checkChip(transaction, chip);
    transaction.put(
      rollUpEntity.encode(record, (standing?.rev ?? 0) + 1),
      standing ? ifRevision(standing.rev) : ifAbsent,
      () => new Moved('The roll-up was written meanwhile'),
    );
    await transaction.commit();
  });
}

/** Undefined where nothing was measured; excluded values count for nothing. */
async function targetsOfDay(ctx: Context, of: Of): Promise<RolledTargets | undefined> {
  const day = `${of.date.slice(0, 4)}-${of.date.slice(4, 6)}-${of.date.slice(6)}`;
  const { pk } = sampleKeys.month(of.projectId, of.chipId, of.metric, of.date.slice(0, 6));
  const items = await queryAll(ctx.db, { pk, from: day, through: `${day}T~` });
  const samples = items.map((item) => sampleEntity.decode(item)).filter((one) => one.cooldownId === of.cooldownId);
  if (samples.length === 0) return undefined;
  const counted = samples.filter(({ excluded }) => !excluded);
  return byTarget(counted, ({ target }) => target).flatMap(([target, list]) => {
    const rolled = rollUp(of.metric, target.kind, list.map(measurementOf));
    return rolled ? [{ target, rollUp: rolled }] : [];
  });
}

/** What a roll-up keeps of a sample; a field more or less is found by the types. */
const measurementOf = (one: SampleRecord): Required<Measurement> => ({
  at: one.at,
  value: one.value,
  error: one.error,
  unit: one.unit,
  source: one.source,
  recordedAt: one.recordedAt,
  sampleId: one.sampleId,
  executionId: one.executionId,
  taskId: one.taskId,
});

async function targetsOfMonth(ctx: Context, of: Of): Promise<RolledTargets | undefined> {
  const rows = await listRollUps(ctx.db, of, rollUpKeys.prefix('day', of.date));
  const days = rows.filter(({ cooldownId }) => cooldownId === of.cooldownId);
  if (days.length === 0) return undefined;
  return mergeTargets(
    of.metric,
    days.flatMap(({ targets }) => unpackTargets(targets)),
  );
}

/** Puts the roll-ups of several spans together, target by target. */
function mergeTargets(metric: string, parts: RolledTargets): RolledTargets {
  return byTarget(parts, ({ target }) => target).flatMap(([target, list]) => {
    const { mode } = describeMetric(metric, target.kind);
    const rolled: TargetRollUp | undefined = mergeRollUps(
      mode,
      list.map((part) => part.rollUp),
    );
    return rolled ? [{ target, rollUp: rolled }] : [];
  });
}

function byTarget<T>(list: readonly T[], targetOf: (entry: T) => TargetRef): [TargetRef, T[]][] {
  const groups = new Map<string, [TargetRef, T[]]>();
  for (const entry of list) {
    const target = targetOf(entry);
    const key = `${target.kind} ${target.id}`;
    const group = groups.get(key) ?? [target, []];
    group[1].push(entry);
    groups.set(key, group);
  }
  return [...groups.values()];
}
