import { targetName } from '../../../chips/rules/target-kinds.ts';
import type { ChipRecord } from '../../../chips/store/chips.ts';
import type { Database } from '../../../kernel/store/dynamodb/database.ts';
import { monthOf, type TargetRef, utcDayOf } from '../../../kernel/store/keys.ts';
import { describeMetric } from '../../../values/rules/catalogue.ts';
import type { PointSummary } from '../../../values/rules/day-summary.ts';
import { listRecentDays, unpackRecent } from '../../../values/store/recent-days.ts';
import { type DaysRequest, measuredDays, unclosedDays } from '../../../values/verbs/measured-days.ts';
import type { MeasuredSpans } from '../../../values/verbs/range-roll-ups.ts';
import { pointsOfDays } from '../../rules/day-summary.ts';
import { isEnough, type SeriesDay, unpackDay } from '../../rules/recent-days.ts';
import { scaleOf } from '../../rules/scale.ts';

/** The day points of a series. */
export interface SeriesPoints {
  metric: string;
  target: TargetRef;
  points: (PointSummary & { day: string })[];
}

type Series = Pick<SeriesPoints, 'metric' | 'target'>;
type ComparedDays = (series: Series) => ReadonlySet<string> | undefined;

/**
 * The points of each series within a range that show how it fluctuates: from the newest days, which are stored with the
 * levels, else from the roll-ups of all days. One read; a second one for metrics whose newest days do not reach far
 * enough.
 * @param compared days that are left out of the history of a series; known by the time that the days are read.
 */
export async function historyDays(
  db: Database,
  chip: ChipRecord,
  spans: MeasuredSpans,
  request: Omit<DaysRequest, 'executionId'>,
  compared: () => Promise<ComparedDays>,
): Promise<SeriesPoints[]> {
  const { metrics } = request;
  // Where levels are to be made, a day that is closed may be missing among the newest (rule ROLLUP-6).
  const made = spans.open.flatMap(({ span, metrics: own }) => (span === 'levels' ? own : []));
  const outdated = new Set(made.filter((metric) => metrics.has(metric)));
  const kept = new Set(metricsWithin(spans, request).filter((metric) => metrics.has(metric) && !outdated.has(metric)));
  const [direct, unclosed, recent] = await Promise.all([
    allPoints(db, chip, spans, { ...request, metrics: outdated }),
    unclosedDays(db, chip, spans, { ...request, metrics: kept }),
    Promise.all([...kept].map((metric) => recentOf(db, chip, metric, request))),
  ]);
  const comparedOf = await compared();
  const found: SeriesPoints[] = [];
  const lacking = new Set<string>();
  for (const { metric, series } of recent) {
    const own = unclosed.series.filter((one) => one.metric === metric);
    const points = series && pointsOf(metric, series, own, unclosed.days.get(metric) ?? new Set(), comparedOf);
    if (points) found.push(...points);
    else lacking.add(metric);
  }
  return [...direct, ...found, ...(await allPoints(db, chip, spans, { ...request, metrics: lacking }))];
}

/** What has a month within a range: of other metrics it is known that there is nothing to read. */
function metricsWithin({ series }: MeasuredSpans, { from, through }: { from: string; through: string }): string[] {
  const [first, last] = [monthOf(from), monthOf(through)];
  return series.flatMap(({ metric, month }) => (month >= first && month <= last ? [metric] : []));
}

async function allPoints(
  db: Database,
  chip: ChipRecord,
  spans: MeasuredSpans,
  request: Omit<DaysRequest, 'executionId'>,
): Promise<SeriesPoints[]> {
  if (request.metrics.size === 0) return [];
  const measured = await measuredDays(db, chip, spans, request);
  return measured.map(({ metric, target, days }) => ({ metric, target, points: pointsOfDays(days) }));
}

/** The newest days of a series that lie within a range. */
interface RecentSeries {
  target: TargetRef;
  days: SeriesDay[];
  /** The first day that is known, where the series has days within the range before it. */
  since: string | undefined;
}

/** The newest days of a metric within a range; without series where they begin too late, or were never kept. */
async function recentOf(
  db: Database,
  { projectId, chipId }: ChipRecord,
  metric: string,
  range: { from: string; through: string },
): Promise<{ metric: string; series: RecentSeries[] | undefined }> {
  const parts = await listRecentDays(db, { projectId, chipId, metric });
  const [from, through] = [utcDayOf(range.from), utcDayOf(range.through)];
  if (parts.length === 0 || parts.some((part) => part.from > from)) return { metric, series: undefined };
  const series = parts.flatMap(({ targets }) =>
    unpackRecent(targets).map(({ target, since, days }): RecentSeries => {
      const scale = scaleOf(describeMetric(metric, target.kind));
      const within: SeriesDay[] = [];
      for (const day of days) if (day[0] >= from && day[0] <= through) within.push(unpackDay(day, scale));
      return { target, days: within, since: since !== undefined && since > from ? since : undefined };
    }),
  );
  return { metric, series };
}

/**
 * The points of the newest days and of those that are not closed, which come from samples; undefined if there are too
 * few.
 */
function pointsOf(
  metric: string,
  recent: readonly RecentSeries[],
  unclosed: readonly { target: TargetRef; days: readonly SeriesDay[] }[],
  unclosedDays: ReadonlySet<string>,
  comparedOf: ComparedDays,
): SeriesPoints[] | undefined {
  const series = new Map(
    recent.map((one) => {
      const days = unclosedDays.size === 0 ? one.days : one.days.filter(([day]) => !unclosedDays.has(day));
      return [targetName(one.target), { ...one, days }];
    }),
  );
  for (const { target, days: own } of unclosed) {
    const { days = [], since } = series.get(targetName(target)) ?? {};
    const all = [...days, ...own].sort(([a], [b]) => (a < b ? -1 : 1));
    series.set(targetName(target), { target, days: all, since });
  }
  const found: SeriesPoints[] = [];
  for (const { target, days, since } of series.values()) {
    const points = pointsOfDays(days);
    if (since !== undefined && !isEnough(points, since, comparedOf({ metric, target }) ?? new Set())) return undefined;
    found.push({ metric, target, points });
  }
  return found;
}
