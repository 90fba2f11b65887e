import { madScale } from '#shared/statistics/rules/spread.ts';
import { median } from '#shared/values/rules/statistics.ts';
import type { HistoryPoint } from '../metrics/history-point.ts';

/** Where the values of one cool-down lie: their median, and so far around it as they scatter. */
export interface MedianBand {
  from: string;
  to: string;
  median: number;
  low: number;
  high: number;
}

/** With fewer values a band would say more than is known. */
const fewestValues = 5;

/**
 * A band for each part between cuts, which are where cool-downs begin and end: the median of what counts, and 1.48 times the median
 * distance from it to both sides, which outliers leave alone.
 */
export function medianBands(points: readonly HistoryPoint[], cuts: readonly string[] = []): MedianBand[] {
  const counting = points
    .filter(({ value, isExcluded, isHeld }) => value !== null && !isExcluded && !isHeld)
    .toSorted((a, b) => Date.parse(a.at) - Date.parse(b.at));
  const parts = Map.groupBy(counting, ({ at }) => cuts.filter((cut) => cut <= at).length);
  return [...parts.values()].flatMap((part) => {
    const values = part.flatMap(({ value }) => value ?? []);
    const [middle, scale] = [median(values), madScale(values)];
    const [from, to] = [part[0]?.at, part.at(-1)?.at];
    if (values.length < fewestValues || middle === undefined || scale === undefined || !from || !to) return [];
    return [{ from, to, median: middle, low: middle - scale, high: middle + scale }];
  });
}
