import { median } from '../../values/rules/statistics.ts';

/** What turns a median absolute deviation into the standard deviation of a normal distribution. */
const NORMAL_PER_MAD = 1.4826;

/** 1.4826 times the median of the absolute values: a standard deviation about zero that a few wild values do not move. */
export const robustSize = (values: readonly number[]): number | undefined => {
  const middle = median(values.map(Math.abs));
  return middle === undefined ? undefined : NORMAL_PER_MAD * middle;
};

/** The MAD scale: `robustSize` of the distances from the median (rule STAT-12). */
export function madScale(values: readonly number[]): number | undefined {
  const centre = median(values);
  return centre === undefined ? undefined : robustSize(values.map((value) => value - centre));
}

/** Each value less the one before it. */
export const successiveDifferences = (values: readonly number[]): number[] =>
  values.slice(1).map((value, index) => value - (values[index] ?? Number.NaN));
