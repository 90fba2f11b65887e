import { median } from '../metrics/statistics.ts';

/** The median of a day's usable values on the scale of their metric (rule STAT-16). */
export interface DayPoint {
  /** Calendar day in UTC, `2026-11-22`. */
  day: string;
  y: number;
  /** How many values it is of. */
  n: number;
  /** Median of their stated errors on the scale; absent where none stated one. */
  error?: number;
}

/** A usable value on the scale of its metric. */
export interface ScaledValue {
  /** When it was measured, ISO 8601 in UTC. */
  at: string;
  y: number;
  /** The stated error on the scale. */
  error?: number | undefined;
}

/** The days of a series, oldest first; the order of the values does not matter. */
export function dayPoints(values: readonly ScaledValue[]): DayPoint[] {
  const days = new Map<string, ScaledValue[]>();
  for (const value of values) {
    const day = value.at.slice(0, 10);
    const others = days.get(day);
    if (others) others.push(value);
    else days.set(day, [value]);
  }
  return [...days]
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([day, found]) => {
      const error = median(found.flatMap((value) => value.error ?? []));
      const y = median(found.map((value) => value.y)) ?? Number.NaN;
      return { day, y, n: found.length, ...(error === undefined ? {} : { error }) };
    });
}
