import type { PointSummary } from '../../values/rules/day-summary.ts';
import { type DriftAlert, type DriftSide, type DriftWatch, followThresholds } from './drift.ts';
import { chooseThreshold, DRIFT_THRESHOLDS } from './drift-threshold.ts';
import { chipPrior, recentPoints } from './fluctuation.ts';
import type { Scale } from './scale.ts';

/** The day points of one target within one cool-down, and the days on which its new level was accepted. */
export interface FollowedSeries {
  target: string;
  points: readonly (PointSummary & { day: string })[];
  restartDays?: readonly string[];
}

/** The drift of a series in one direction: a watch, an active alert or ended ones. */
export interface DriftCourse {
  target: string;
  side: DriftSide;
  /** Of an amplitude whose values are negative. */
  isNegative?: true;
  /** The day of its last point. */
  lastDay: string;
  watched: DriftWatch | undefined;
  /** Oldest first; the last one is active if it has no end. */
  alerts: DriftAlert[];
}

/** How the series of a metric on the targets of one kind have gone (rules STAT-22 and STAT-23). */
export interface MetricDrift {
  threshold: number;
  /** Alerts a week that the threshold would have raised over the last weeks; undefined where too little was replayed. */
  alertsPerWeek: number | undefined;
  /** Weeks of the replay, and series that have a reference. */
  weeks: number;
  followed: number;
  /** Series that have too few points for a reference. */
  gathering: number;
  /** Of the series of which there is something to say, by target and side. */
  courses: DriftCourse[];
}

/** Days over which a series is followed: older ones say nothing about its present course. */
export const TAIL_DAYS = 120;
const REPLAYED_DAYS = 84;
const DAY_MS = 86_400_000;

/** Alerts a week that people want of a chip, over all metrics. */
const ALERTS_PER_WEEK = 1;

/**
 * Whether the series of a scale are followed at all: for settings and unknown quantities, relevant changes are unknown.
 */
export const isFollowed = ({ kind }: Scale): boolean => kind !== 'setting' && kind !== 'unknown';

/**
 * Follows all series of a metric on the targets of one kind, under the threshold that a replay of the last weeks
 * chooses. Undefined without a series that can be followed. The same points give the same answer, in any order. Points
 * before the tail, which ends on the newest day of all, are ignored.
 * @param metrics how many metrics of the chip share the accepted number of alerts.
 */
export function followMetric(
  series: readonly FollowedSeries[],
  scale: Scale,
  metrics: number,
): MetricDrift | undefined {
  const through = series.flatMap(({ points }) => points.map(({ day }) => day)).reduce((a, b) => (a > b ? a : b), '');
  if (!isFollowed(scale) || through === '') return undefined;
  const first = daysBefore(through, TAIL_DAYS - 1);
  const own = series
    .map((one) => withinTail(one, first))
    .filter(({ points }) => points.length > 0)
    .sort((a, b) => (a.target < b.target ? -1 : 1));
  const prior = chipPrior(
    own.map(({ target, points }) => ({ target, ys: recentPoints(points).map(({ y }) => y) })),
    scale,
  );
  const sides: readonly DriftSide[] = scale.worse === 'both' ? ['down', 'up'] : [scale.worse];
  const followed = own.flatMap((one) => {
    const { target, points, restartDays = [] } = one;
    return sides.map((side) => ({
      one: { target, side, points },
      drifts: followThresholds(points, { scale, side, prior, restartDays }, DRIFT_THRESHOLDS),
    }));
  });
  const [least] = DRIFT_THRESHOLDS;
  const begins = followed.flatMap(({ drifts }) => begunOf(drifts.get(least)?.steps ?? []) ?? []);
  const count = begins.length / sides.length;
  const since = daysBefore(through, REPLAYED_DAYS - 1);
  const alerts = new Map(
    DRIFT_THRESHOLDS.map((threshold) => {
      const raised = followed.flatMap(({ drifts }) => drifts.get(threshold)?.alerts ?? []);
      return [threshold, raised.filter((alert) => alert.raised >= since).length];
    }),
  );
  const weeks = weeksBetween(
    begins.reduce((a, b) => (a < b ? a : b), through),
    through,
  );
  const chosen = chooseThreshold({ weeks, series: count, alerts }, ALERTS_PER_WEEK, metrics);
  return {
    ...chosen,
    weeks,
    followed: count,
    gathering: own.length - count,
    courses: followed.flatMap(({ one: { target, side, points }, drifts }) => {
      const last = points.at(-1);
      const drift = drifts.get(chosen.threshold);
      if (!last || !drift || (!drift.watched && drift.alerts.length === 0)) return [];
      const sign = last.isNegative ? { isNegative: true as const } : {};
      return [{ target, side, ...sign, lastDay: last.day, watched: drift.watched, alerts: drift.alerts }];
    }),
  };
}

/** The points of the tail; of an amplitude those of the sign that it has now, as its logarithm knows no sign. */
function withinTail(series: FollowedSeries, first: string): FollowedSeries {
  const points = series.points.filter(({ day }) => day >= first).sort((a, b) => (a.day < b.day ? -1 : 1));
  const isNegative = points.at(-1)?.isNegative;
  return { ...series, points: points.filter((point) => point.isNegative === isNegative) };
}

const begunOf = (steps: readonly { day: string; state: string }[]): string | undefined =>
  steps.find(({ state }) => state !== 'gathering')?.day;

const weeksBetween = (first: string, last: string): number =>
  Math.min(REPLAYED_DAYS, (Date.parse(last) - Date.parse(first)) / DAY_MS + 1) / 7;

const daysBefore = (day: string, days: number): string =>
  new Date(Date.parse(day) - days * DAY_MS).toISOString().slice(0, 10);
