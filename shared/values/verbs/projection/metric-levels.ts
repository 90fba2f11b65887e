import { targetName } from '../../../chips/rules/target-kinds.ts';
import type { ChipRecord } from '../../../chips/store/chips.ts';
import { getCooldowns } from '../../../cooldowns/store/cooldowns.ts';
import { type Context, nowOf } from '../../../kernel/context.ts';
import type { Deadline } from '../../../kernel/deadline.ts';
import { utcDayOf } from '../../../kernel/store/keys.ts';
import { pointsOfDays } from '../../../statistics/rules/day-summary.ts';
import { Stretches } from '../../../statistics/rules/differences/stretches.ts';
import { TAIL_DAYS } from '../../../statistics/rules/follow-metric.ts';
import { type ChipHorizons, type Horizon, metricHorizon } from '../../../statistics/rules/horizon.ts';
import { scaleOf } from '../../../statistics/rules/scale.ts';
import { type SeriesLevel, seriesLevels } from '../../../statistics/rules/series-level.ts';
import { describeMetric } from '../../rules/catalogue.ts';
import { type MeasuredDays, measuredDays } from '../measured-days.ts';
import { firstOfMonth, type MeasuredSpans } from '../range-roll-ups.ts';
import type { MetricDays } from './write-recent-days.ts';

/** Days up to the newest of a metric that tell its levels (rule STAT-17), and whether it drifts (rule STAT-22). */
const HISTORY_DAYS = 90;
const DAY_MS = 86_400_000;

/** The levels of one metric, by target. */
export type MetricLevels = ReadonlyMap<string, { target: MeasuredDays['target']; level: SeriesLevel }>;

/** The horizons of one metric, by kind of target. */
export type MetricHorizons = { [kind in keyof ChipHorizons]: Horizon };

/**
 * Derived data of the past days of a metric: the levels, the newest days of each series, and those of the present
 * period, by which drift is judged.
 */
export interface DerivedDays {
  levels: MetricLevels;
  horizons: MetricHorizons;
  recent: MetricDays;
  tail: readonly MeasuredDays[];
}

/**
 * Derived data of the days of a metric. Its levels are those of its series at the end of yesterday (UTC): from the day
 * points of the 90 days up to the newest day on which the chip has a value of it, within the present period (rule
 * DIFF-3). They follow from the samples alone, regardless of when and in which order these were written.
 */
export async function deriveDays(
  ctx: Context,
  chip: ChipRecord,
  spans: MeasuredSpans,
  metric: string,
  deadline: Deadline,
): Promise<DerivedDays> {
  const stretches = new Stretches(await getCooldowns(ctx.db, chip.projectId, chip.cooldownIds ?? []));
  const now = nowOf(ctx);
  const midnight = `${now.slice(0, 10)}T00:00:00.000Z`;
  const through = new Date(Date.parse(midnight) - 1).toISOString();
  const recent = await newestDays(ctx, chip, spans, { metric, through, deadline });
  const found = recent.series;
  const newestAt = found.reduce((newest, one) => (newest > one.newest.at ? newest : one.newest.at), '');
  if (newestAt === '' || stretches.indexOf(newestAt) !== stretches.indexOf(now))
    return { levels: new Map(), horizons: {}, recent, tail: [] };
  const newestDay = `${newestAt.slice(0, 10)}T00:00:00.000Z`;
  const { from = '' } = stretches.at(stretches.indexOf(now));
  // A cool-down begins in the middle of a day, whose values before it are of another series.
  const measured =
    from > earlier(newestDay, TAIL_DAYS)
      ? await measuredDays(ctx.db, chip, spans, { from, through, metrics: new Set([metric]) })
      : found;
  const lastDays = (count: number) => daysFrom(measured, utcDayOf(earlier(newestDay, count)));
  return { ...levelsOf(metric, lastDays(HISTORY_DAYS)), recent, tail: lastDays(TAIL_DAYS - 1) };
}

const daysFrom = (series: readonly MeasuredDays[], first: string): MeasuredDays[] =>
  series.map((one) => ({ ...one, days: one.days.filter(([day]) => day >= first) }));

function levelsOf(
  metric: string,
  measured: readonly MeasuredDays[],
): { levels: MetricLevels; horizons: MetricHorizons } {
  const horizons: MetricHorizons = {};
  const levels = new Map<string, { target: MeasuredDays['target']; level: SeriesLevel }>();
  for (const [kind, own] of Map.groupBy(measured, ({ target }) => target.kind)) {
    const series = own.map(({ target, days }) => ({ target: target.id, points: pointsOfDays(days) }));
    const scale = scaleOf(describeMetric(metric, kind));
    const found = seriesLevels(series, scale);
    const horizon = metricHorizon(series, scale);
    if (horizon) horizons[kind] = horizon;
    for (const { target } of own) {
      const level = found.get(target.id);
      if (level) levels.set(targetName(target), { target, level });
    }
  }
  return { levels, horizons };
}

const earlier = (instant: string, days: number): string =>
  new Date(Math.max(0, Date.parse(instant) - days * DAY_MS)).toISOString();

/** The days of the newest month that has values, and those before it that anything of its days follows from. */
async function newestDays(
  ctx: Context,
  chip: ChipRecord,
  spans: MeasuredSpans,
  { metric, through, deadline }: { metric: string; through: string; deadline: Deadline },
): Promise<{ from: string; series: MeasuredDays[] }> {
  const months = new Set(spans.series.flatMap((one) => (one.metric === metric ? [one.month] : [])));
  for (const month of [...months].sort().reverse()) {
    deadline();
    const begin = firstOfMonth(month);
    if (begin > through) continue;
    const from = earlier(begin, TAIL_DAYS);
    const series = await measuredDays(ctx.db, chip, spans, {
      from,
      through,
      metrics: new Set([metric]),
    });
    // A month may have nothing that counts.
    if (series.some(({ newest }) => newest.at >= begin)) return { from: utcDayOf(from), series };
  }
  return { from: utcDayOf(through), series: [] };
}
