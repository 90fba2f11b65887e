import type { TargetRecord } from '../../chips/store/chips.ts';
import { readTarget } from '../../chips/verbs/read-chip.ts';
import { type CooldownSpan, findCooldownSpan, withinSpan } from '../../cooldowns/verbs/filter-cooldown.ts';
import { nowOf, type ProjectReads } from '../../kernel/context.ts';
import { completeUntil, justBefore, type Witness } from '../../kernel/rules/complete-until.ts';
import { ownEntry } from '../../kernel/rules/own-entry.ts';
import { listHistory } from '../store/sample-reads.ts';
import type { SampleRecord } from '../store/samples.ts';
import { listSeries, type SeriesRecord } from '../store/series.ts';

/** Most points of one answer. */
export const historyLimit = 1000;

/** Which points are wanted. */
interface HistoryQuery {
  /** 30 unless given; with a cool-down all of it. */
  withinDays?: number | undefined;
  limit?: number | undefined;
  asOf?: string | undefined;
  /** Points that bear its id, and were measured in its time (rule COOL-9). */
  cooldownId?: string | undefined;
}

/** Days of a history that names neither days nor a cool-down. */
const historyDays = 30;

/** Points of a history, and up to which instant none is missing. */
interface MetricHistory {
  target: TargetRecord;
  samples: SampleRecord[];
  completeUntil: string;
}

/** Of which metric on which target. */
interface HistorySubject {
  chipId: string;
  kind: TargetRecord['kind'];
  id: string;
  metric: string;
}

/** What is read of a history first, by what the request alone names, and from which instant on. */
interface HistoryOrigin {
  now: string;
  target: TargetRecord;
  series: SeriesRecord[];
  cooldown: CooldownSpan | undefined;
}

/** @throws ServiceError `not-found` for the chip or the target, `unknown-reference` for the cool-down. */
export async function readHistoryOrigin(
  ctx: ProjectReads,
  of: HistorySubject,
  cooldownId: string | undefined,
): Promise<HistoryOrigin> {
  const now = nowOf(ctx);
  const [target, series, cooldown] = await Promise.all([
    readTarget(ctx, of.chipId, of.kind, of.id),
    listSeries(ctx.db, ctx.projectId, of.chipId, of.metric),
    findCooldownSpan(ctx, cooldownId),
  ]);
  return { now, target, series, cooldown };
}

/**
 * The history of one metric on one target, newest first, corrections and faulty marks included. Reads an index: a
 * value written a moment ago may still be missing. The current value tells (rule READ-6).
 * @throws ServiceError what `readHistoryOrigin` throws.
 */
export async function metricHistory(
  ctx: ProjectReads,
  of: HistorySubject,
  query: HistoryQuery,
  origin: HistoryOrigin | Promise<HistoryOrigin> = readHistoryOrigin(ctx, of, query.cooldownId),
): Promise<MetricHistory> {
  const { now, target, series, cooldown } = await origin;
  const through = query.asOf ?? now;
  const days = query.withinDays ?? (query.cooldownId === undefined ? historyDays : undefined);
  const from = days === undefined ? '' : new Date(Math.max(0, Date.parse(through) - days * 86_400_000)).toISOString();
  const window = withinSpan({ from, through }, cooldown);
  if (window.from > window.through) return { target, samples: [], completeUntil: now };
  const { samples, newestAt } = await listHistory(
    ctx.db,
    { projectId: ctx.projectId, chipId: of.chipId, metric: of.metric, target },
    series,
    { ...window, limit: query.limit ?? historyLimit, cooldownId: query.cooldownId },
  );
  const witness = currentWitness(target, of.metric, window, newestAt);
  return { target, samples, completeUntil: completeUntil(now, witness) };
}

/** The current value is the newest that counts: what the index shows is not older, unless it is behind. */
export function currentWitness(
  target: Pick<TargetRecord, 'data' | 'faulty'>,
  metric: string,
  { from, through }: { from: string; through: string },
  newestAt: string | undefined,
): Witness | undefined {
  const at = ownEntry(target.data, metric)?.calibratedAt ?? ownEntry(target.faulty, metric);
  if (at === undefined || at < from || at > through) return undefined;
  return { isShown: newestAt !== undefined && newestAt >= at, shownUntil: newestAt ?? justBefore(at) };
}
