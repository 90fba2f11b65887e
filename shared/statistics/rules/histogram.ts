import { quantile } from '../../values/rules/statistics.ts';

/** A bar over [from, to); the last one holds its end as well. */
export interface HistogramBin {
  from: number;
  to: number;
  count: number;
}

const FEWEST_VALUES = 3;
const FEWEST_BINS = 5;
const MOST_BINS = 50;

/**
 * Bins of the width of Freedman and Diaconis, on the scale that is drawn (rule STAT-28); undefined for fewer than three
 * values or where all are equal: those are better listed.
 */
export function histogram(values: readonly number[]): HistogramBin[] | undefined {
  const least = Math.min(...values);
  const most = Math.max(...values);
  if (values.length < FEWEST_VALUES || !(most > least)) return undefined;
  const count = binCount(values, most - least);
  const edge = (index: number): number => (index === count ? most : least + ((most - least) * index) / count);
  const bins = Array.from({ length: count }, (_, index) => ({ from: edge(index), to: edge(index + 1), count: 0 }));
  for (const value of values) {
    const bin = bins.find(({ to }) => value < to) ?? bins.at(-1);
    if (bin) bin.count += 1;
  }
  return bins;
}

function binCount(values: readonly number[], range: number): number {
  const iqr = (quantile(values, 0.75) ?? 0) - (quantile(values, 0.25) ?? 0);
  const n = values.length;
  const wanted = iqr > 0 ? Math.ceil(range / ((2 * iqr) / Math.cbrt(n))) : Math.ceil(Math.log2(n)) + 1;
  return Math.min(Math.max(wanted, FEWEST_BINS), MOST_BINS);
}
