import { mean, sampleStandardDeviation } from '../metrics/statistics.ts';

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

const FEWEST_BLOCKS = 4;
const DAYS_PER_BLOCK = 5;
const BLOCKS_PER_MONTH = 6;

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
  const blocks = new Map<string, number[]>();
  for (const { at, value } of values) {
    const block = blockOf(at);
    const others = blocks.get(block);
    if (others) others.push(value);
    else blocks.set(block, [value]);
  }
  const k = blocks.size;
  if (k < FEWEST_BLOCKS) return undefined;
  const squares = [...blocks.values()].map(
    (block) => (block.length / values.length) ** 2 * ((mean(block) ?? centre) - centre) ** 2,
  );
  return Math.sqrt((k / (k - 1)) * squares.reduce((total, square) => total + square, 0));
}

/** Days 1 to 5, 6 to 10, ..., 26 to the end of a month in UTC: blocks that no month cuts. */
export function blockOf(at: string): string {
  const block = Math.min(Math.floor((Number(at.slice(8, 10)) - 1) / DAYS_PER_BLOCK), BLOCKS_PER_MONTH - 1);
  return `${at.slice(0, 7)} ${block}`;
}
