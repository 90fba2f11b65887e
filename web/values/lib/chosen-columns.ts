import type { MetricDisplay } from '#shared/values/rules/cell/display.ts';
import { unknownName } from '../../ui/lib/url/unknown.ts';
import { isSetting } from './metrics/metric-rows.ts';

/** What the address says of columns where each metric has one. */
const all = 'all';

/** What a target is judged by first, then what else is measured, then its settings. */
function inOrder<Shown extends MetricDisplay>(metrics: readonly Shown[]): Shown[] {
  const place = (display: Shown) => (isSetting(display) ? 2 : Number(display.better === 'neither'));
  return [...metrics].sort((a, b) => place(a) - place(b));
}

/** The first of the metrics in their order; no settings while there is anything else. */
function usualMetrics<Shown extends MetricDisplay>(metrics: readonly Shown[], most: number): Shown[] {
  const measured = metrics.filter((display) => !isSetting(display));
  return (measured.length > 0 ? measured : [...metrics]).slice(0, most);
}

/** How many columns fit next to the targets; at least two, since a row must show more than one value. */
export const columnsThatFit = (width: number, columnWidth: number): number =>
  Math.max(2, Math.floor((width - targetColumnWidth) / columnWidth));
const targetColumnWidth = 90;

/**
 * The metrics that have a column: those that the address names, `t1,t2_echo`; every one for `all`; by default as many
 * of the usual ones as fit.
 */
export function chosenMetrics<Shown extends MetricDisplay>(
  metrics: readonly Shown[],
  cols: string | undefined,
  most: number,
): Shown[] {
  const ordered = inOrder(metrics);
  if (cols === all) return ordered;
  const named = new Set(cols?.split(','));
  const chosen = ordered.filter(({ key }) => named.has(key));
  return chosen.length > 0 ? chosen : usualMetrics(ordered, most);
}

/** The parts of the address that are not columns, in a sentence each. */
export const unknownColumns = (metrics: readonly MetricDisplay[], cols: string | undefined): string[] =>
  cols === undefined || cols === all
    ? []
    : cols
        .split(',')
        .map((key) =>
          unknownName(
            'column',
            key,
            metrics.map((display) => display.key),
            'the others',
          ),
        )
        .filter(Boolean);

/** The address after a column was taken in or left out. */
export function withColumn(
  metrics: readonly MetricDisplay[],
  shown: readonly MetricDisplay[],
  key: string,
): string | undefined {
  const isShown = (one: MetricDisplay) => shown.some((other) => other.key === one.key);
  const next = metrics.filter((one) => (one.key === key ? !isShown(one) : isShown(one)));
  if (next.length === metrics.length) return all;
  return next.map((one) => one.key).join(',') || undefined;
}

export const allColumns = all;
