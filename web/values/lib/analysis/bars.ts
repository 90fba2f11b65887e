import { type HistogramBin, histogram } from '#shared/statistics/rules/histogram.ts';

/** The bars of a histogram on the scale that is drawn: equally wide there, so that those of a logarithmic axis grow to the right. */
export function barsOf(values: readonly number[], isLog: boolean): HistogramBin[] | undefined {
  if (!isLog) return histogram(values);
  const most = Math.max(...values);
  const least = Math.min(...values);
  const bins = histogram(values.map(Math.log10));
  // Ends are values themselves: there and back a logarithm loses their last digits.
  return bins?.map(({ from, to, count }, index) => ({
    from: index === 0 ? least : 10 ** from,
    to: index === bins.length - 1 ? most : 10 ** to,
    count,
  }));
}
