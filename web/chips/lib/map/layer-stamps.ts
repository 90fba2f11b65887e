import type { MetricDisplay } from '#shared/values/rules/cell/display.ts';
import { median } from '#shared/values/rules/statistics.ts';
import { formatAge } from '../../../ui/lib/format/time.ts';
import { isAllSimulated, type MapCell } from '../../../values/lib/metrics/cells.ts';
import { policyText } from '../../../values/lib/metrics/metric-display.ts';

/** Up to this share of a layer a stale cell is an exception, which is drawn; beyond it the layer is stamped (rule MAP-5). */
const mostDrawnStale = 1 / 3;

/** Whether so many numbers of a layer are stale that the layer says it once and marks the fresh ones instead. */
export function isMostlyStale(cells: readonly MapCell[]): boolean {
  const drawn = cells.filter((cell) => cell.drawn !== null);
  return drawn.filter(({ state }) => state === 'stale').length > drawn.length * mostDrawnStale;
}

/**
 * Says that most of a layer is stale, and how old its numbers are: `133 of 133 older than 48 h, median age 20 mo`;
 * empty otherwise.
 */
export function staleStamp(
  cells: readonly MapCell[],
  policy: Pick<MetricDisplay, 'freshForSeconds' | 'isFreshnessLearned'>,
): string {
  if (!isMostlyStale(cells)) return '';
  const drawn = cells.filter((cell) => cell.drawn !== null);
  const stale = drawn.filter(({ state }) => state === 'stale');
  // Health is as stale as the stalest of its values, by policies of their own.
  const isByAge = stale.every(({ ageSeconds }) => (ageSeconds ?? 0) > policy.freshForSeconds);
  const age = median(drawn.flatMap(({ ageSeconds }) => ageSeconds ?? [])) ?? 0;
  const verdict = isByAge ? `older than ${policyText(policy)}` : 'stale';
  return `${stale.length} of ${drawn.length} ${verdict}, median age ${formatAge(age)}`;
}

/** What a layer says once instead of marking its cells. */
export function layerStamps(cells: readonly MapCell[], display: MetricDisplay): string[] {
  const drawn = cells.filter((cell) => cell.drawn !== null).length;
  const stale = staleStamp(cells, display);
  return [...(stale ? [stale] : []), ...(isAllSimulated(cells) ? [`${drawn} of ${drawn} simulated`] : [])];
}
