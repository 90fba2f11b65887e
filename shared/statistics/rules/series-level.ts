import type { PointSummary } from '../../values/rules/day-summary.ts';
import type { DayPoint } from './day-points.ts';
import { chipPrior, type Fluctuation, fluctuationOf, recentPoints } from './fluctuation.ts';
import type { Scale } from './scale.ts';

/** The level of a series on past days: a new value is compared with it before it counts (rule STAT-31). */
export interface SeriesLevel extends Fluctuation {
  /** The last of its days, `2026-11-22`. */
  lastDay: string;
  /** Of an amplitude whose values were negative. */
  isNegative?: true | undefined;
}

/** The day points of a series of one target within one part of time, oldest first. */
export interface SeriesPoints {
  target: string;
  points: readonly (PointSummary & { day: string })[];
}

const OLDEST_DAYS = 90;
const DAY_MS = 86_400_000;

/**
 * The levels of one metric on its targets, by target: of at most the last 30 day points, those of an amplitude of one sign, each
 * moderated by the prior of all of them. A target without a point has none.
 */
export function seriesLevels(series: readonly SeriesPoints[], scale: Scale): Map<string, SeriesLevel> {
  if (scale.kind === 'setting') return new Map();
  const own = series.map(({ target, points }) => {
    const counted = countedPoints(points);
    return { target, last: points.at(-1), points: counted, ys: counted.map(({ y }) => y) };
  });
  const prior = chipPrior(own, scale);
  const levels = new Map<string, SeriesLevel>();
  for (const { target, last, points } of own) {
    const fluctuation = last && fluctuationOf(points, prior, scale);
    if (!last || !fluctuation) continue;
    const isNegative = last.isNegative ? { isNegative: true as const } : {};
    levels.set(target, { ...fluctuation, lastDay: last.day, ...isNegative });
  }
  return levels;
}

/** At most the last 30 day points of a series, those of an amplitude of its newest sign. */
export function countedPoints(points: SeriesPoints['points']): DayPoint[] {
  const last = points.at(-1);
  return recentPoints(points.filter(({ isNegative }) => isNegative === last?.isNegative));
}

/** The level by which a value of an instant is judged: one of days before its own, and of the 90 days up to it. */
export function levelBefore(level: SeriesLevel | undefined, at: string): SeriesLevel | undefined {
  const day = at.slice(0, 10);
  if (!level || level.lastDay >= day) return undefined;
  return Date.parse(day) - Date.parse(level.lastDay) <= OLDEST_DAYS * DAY_MS ? level : undefined;
}
