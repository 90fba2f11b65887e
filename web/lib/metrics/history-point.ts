import { drawValue, type MetricDisplay } from '#shared/domain/metrics/cell/display.ts';
import type { MetricHistoryItem } from '../api/wire.ts';
import type { HistoryPoint } from '../runs/history-points.ts';

/** A value of a metric's history as a chart draws it. One in another kind of unit has no place on the axis; the table has it. */
export function historyPointsOf(item: MetricHistoryItem, display: MetricDisplay): HistoryPoint[] {
  const { calibrated_at: at, excluded: isExcluded, value, error, unit, source } = item;
  const marks = { isExcluded, isHeld: item.gate?.state === 'held', source };
  if (value === null) return [{ at, value: null, error: null, ...marks }];
  const { drawn, spread, isForeign } = drawValue(display, { value, error, unit });
  return isForeign ? [] : [{ at, value: drawn, error: spread, ...marks }];
}
