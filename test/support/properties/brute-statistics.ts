/* Statistics by their definitions, over every value: what the roll-ups and streams of the product are compared with. */

import type { DayPoint } from '#shared/statistics/rules/day-points.ts';
import { mean, median } from '#shared/values/rules/statistics.ts';
import { blockOf, standardErrorOfBlocks } from '#shared/values/rules/time-blocks.ts';

/** A value and when it was measured, ISO 8601 in UTC. */
export interface TimedValue {
  at: string;
  value: number;
}

/** The mean of a range of values (rule STAT-13). */
export interface Average {
  n: number;
  mean: number;
  /** Sample standard deviation; null for a single value. */
  standardDeviation: number | null;
  /** Standard error of the mean from blocks of five days; null for fewer than four blocks. */
  standardError: number | null;
}

/**
 * The mean in the stored unit. Values of a coherence time are alike for days, so that the standard deviation over the
 * root of n is far too small: the error is that of the means of five-day blocks. Undefined without values.
 */
export function average(values: readonly TimedValue[]): Average | undefined {
  const plain = values.map(({ value }) => value);
  const centre = mean(plain);
  if (centre === undefined) return undefined;
  return {
    n: values.length,
    mean: centre,
    standardDeviation: sampleStandardDeviation(plain) ?? null,
    standardError: blockError(values, centre) ?? null,
  };
}

function blockError(values: readonly TimedValue[], centre: number): number | undefined {
  const blocks = Map.groupBy(values, ({ at }) => blockOf(at));
  const means = [...blocks.values()].map((block) => ({
    count: block.length,
    mean: mean(block.map(({ value }) => value)) ?? centre,
  }));
  return standardErrorOfBlocks(means, centre);
}

/** The sample standard deviation (divisor n - 1), or undefined for fewer than two values (rule STAT-3). */
export function sampleStandardDeviation(values: readonly number[]): number | undefined {
  const centre = mean(values);
  if (centre === undefined || values.length < 2) return undefined;
  const squares = values.reduce((sum, value) => sum + (value - centre) ** 2, 0);
  return Math.sqrt(squares / (values.length - 1));
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
