import { median } from '../../values/rules/statistics.ts';
import type { DayPoint } from './day-points.ts';
import type { Scale } from './scale.ts';
import { madScale, robustSize, successiveDifferences } from './spread.ts';

/** The series of one target within one cool-down: the scaled values of its day points, oldest first. */
export interface TargetSeries {
  target: string;
  ys: readonly number[];
}

/** The usual movement of a series from day to day (rule STAT-17). */
export interface Fluctuation {
  sigma: number;
  /** Degrees of freedom of its t distribution: at most 6, since telegraph noise never becomes normal. */
  degrees: number;
  /** Median of the day points; undefined without any. */
  level: number | undefined;
  /** Day points that it is of. */
  n: number;
  /** Median stated error of the history on the scale; 0 where none is stated. */
  typicalError: number;
  basis: 'history' | 'pooled' | 'default';
}

/** What a short series is compared with: its chip's other targets, or its kind. */
export interface Prior {
  sigma: number;
  basis: 'pooled' | 'default';
}

export const MOST_POINTS = 30;
const OLDEST_DAYS = 90;
const FEWEST_POINTS_WITHOUT_PRIOR = 8;
const PRIOR_DEGREES = 4;
const MOST_DEGREES = 6;
const DEGREES_PER_POINT = 0.4;
const FEWEST_DIFFERENCES = 20;
const FEWEST_TARGETS = 5;
const FEWEST_OWN_POINTS = 5;
const DAY_MS = 86_400_000;

/**
 * The spread that a series shows: the larger of what its steps and what its distances from the median say. Undefined for
 * fewer than two points.
 */
export function ownSigma(ys: readonly number[]): number | undefined {
  const differences = successiveDifferences(ys);
  const [only] = differences;
  if (only === undefined) return undefined;
  if (differences.length === 1) return Math.abs(only) / Math.SQRT2;
  return Math.max((robustSize(differences) ?? 0) / Math.SQRT2, madScale(ys) ?? 0);
}

/**
 * The spread of a typical series of a chip; of its kind if the chip has too few; undefined if that is unknown too. No
 * difference crosses a cool-down, since every series is within one.
 */
export function chipPrior(series: readonly TargetSeries[], scale: Scale): Prior | undefined {
  const moving = series.filter(({ ys }) => ys.length > 1);
  const differences = moving.flatMap(({ ys }) => successiveDifferences(ys));
  const targets = new Set(moving.map(({ target }) => target));
  if (differences.length < FEWEST_DIFFERENCES || targets.size < FEWEST_TARGETS)
    return scale.prior === undefined ? undefined : { sigma: scale.prior, basis: 'default' };
  const typical = median(
    moving.filter(({ ys }) => ys.length >= FEWEST_OWN_POINTS).flatMap(({ ys }) => ownSigma(ys) ?? []),
  );
  return { sigma: Math.max((robustSize(differences) ?? 0) / Math.SQRT2, typical ?? 0), basis: 'pooled' };
}

/** The day points that tell how a series fluctuates now: at most 30, none older than 90 days before the last of them. */
export function recentPoints(points: readonly DayPoint[]): DayPoint[] {
  const last = points.at(-1);
  if (!last) return [];
  const oldest = new Date(Date.parse(last.day) - OLDEST_DAYS * DAY_MS).toISOString().slice(0, 10);
  return points.slice(-MOST_POINTS).filter(({ day }) => day >= oldest);
}

/**
 * How a series fluctuates, its own spread moderated by the prior: short series borrow from their neighbours. Undefined
 * where there is no prior and fewer than eight points.
 * @param points the history, oldest first, without what is compared: `recentPoints` of a series, or a reference.
 */
export function fluctuationOf(
  points: readonly DayPoint[],
  prior: Prior | undefined,
  scale: Scale,
): Fluctuation | undefined {
  const ys = points.map(({ y }) => y);
  const n = ys.length;
  const level = median(ys);
  const own = ownSigma(ys);
  const floor = scale.floor(level ?? 0);
  const typicalError = median(points.flatMap(({ error }) => error ?? [])) ?? 0;
  const known = { level, n, typicalError };
  const ownDegrees = DEGREES_PER_POINT * Math.max(0, n - 1);
  if (!prior) {
    if (own === undefined || n < FEWEST_POINTS_WITHOUT_PRIOR) return undefined;
    return {
      ...known,
      sigma: Math.max(own, floor),
      degrees: Math.min(ownDegrees, MOST_DEGREES),
      basis: 'history',
    };
  }
  const weight = own === undefined ? 0 : ownDegrees;
  const variance = (PRIOR_DEGREES * prior.sigma ** 2 + weight * (own ?? 0) ** 2) / (PRIOR_DEGREES + weight);
  return {
    ...known,
    sigma: Math.max(Math.sqrt(variance), floor),
    degrees: Math.min(PRIOR_DEGREES + weight, MOST_DEGREES),
    basis: own === undefined ? prior.basis : 'history',
  };
}
