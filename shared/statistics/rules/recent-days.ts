import type { DaySummary, PointSummary } from '../../values/rules/day-summary.ts';
import { MOST_POINTS } from './fluctuation.ts';
import type { Scale } from './scale.ts';

/** A day of a series, `YYYYMMDD`, and what it has. */
export type SeriesDay = readonly [day: string, summary: DaySummary];

/** The newest days of a series, oldest first. */
export interface RecentDays {
  days: readonly SeriesDay[];
  /** The first of them where there were more before it; absent where these are all. */
  since?: string | undefined;
}

/** Enough for a fluctuation (rule STAT-17), for days that are compared or have no point, and for one that the next may repeat. */
const MOST_DAYS = MOST_POINTS + 10;

/** The newest days of a series, of all that it has. */
export function recentDays(days: readonly SeriesDay[]): RecentDays {
  const kept = days.slice(-MOST_DAYS);
  return { days: kept, since: kept.length < days.length ? kept[0]?.[0] : undefined };
}

/**
 * Whether the points that are there judge a change as all points would: those behind the first day, which may repeat one that is not
 * known, are enough and of one sign, without the days that are compared.
 */
export function isEnough(
  points: readonly (PointSummary & { day: string })[],
  since: string,
  compared: ReadonlySet<string>,
): boolean {
  const known = points.filter(({ day }) => day.replaceAll('-', '') > since && !compared.has(day));
  const isOneSign = points.every(({ isNegative }) => isNegative === points[0]?.isNegative);
  return isOneSign && known.length >= MOST_POINTS;
}

/** A day in few bytes: a single value, its error on the scale, and whether no task brought it, stand for themselves. */
export type PackedDay = [day: string, single: SingleValue] | [day: string, summary: DaySummary];
type SingleValue = readonly [value: number, error: number | undefined, isOfTask: boolean];

export function packDay([day, summary]: SeriesDay, scale: Scale): PackedDay {
  const { point, first, last } = summary;
  if (!point || last === null) return [day, summary];
  const single: SingleValue = [last, point.error, first === undefined];
  // Fields in another order are kept as they are, which costs room alone.
  return JSON.stringify(ofSingle(single, scale)) === JSON.stringify(summary) ? [day, single] : [day, summary];
}

/** The inverse of `packDay`. */
export const unpackDay = ([day, packed]: PackedDay, scale: Scale): SeriesDay =>
  isSingle(packed) ? [day, ofSingle(packed, scale)] : [day, packed];

export const isSingle = (packed: PackedDay[1]): packed is SingleValue => Array.isArray(packed);

function ofSingle([value, error, isOfTask]: SingleValue, scale: Scale): DaySummary {
  // A chip has a hundred thousand of them, so that each is made at one go.
  const y = scale.toScale(value);
  const point: PointSummary | undefined = y === undefined ? undefined : { y, n: 1 };
  if (point && error !== undefined) point.error = error;
  if (point && scale.kind === 'amplitude' && value < 0) point.isNegative = true;
  if (isOfTask) return point ? { point, last: value } : { last: value };
  return point ? { point, first: { value }, last: value } : { first: { value }, last: value };
}
