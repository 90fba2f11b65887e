import { mean, sampleStandardDeviation } from '../metrics/statistics.ts';
import { blockOf, standardErrorOfBlocks } from '../metrics/time-blocks.ts';

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
  /** Standard error of the mean from blocks of five days; null where there are fewer than four. */
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
