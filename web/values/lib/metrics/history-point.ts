import { drawValue, type MetricDisplay } from '#shared/values/rules/cell/display.ts';
import type { MetricHistoryItem } from '../../../ui/lib/api/wire.ts';
import { besideValues } from './beside-values.ts';
import { isMeasuredOnly } from './listed-metrics.ts';

/** One measured value in drawn units; null is a faulty mark. */
export interface HistoryPoint {
  at: string;
  value: number | null;
  error: number | null;
  /** Left out of statistics: drawn hollow, and not joined to the others. */
  isExcluded?: boolean;
  /** Waits to be accepted, and counts for nothing until then (rule GATE-3). */
  isHeld?: boolean;
  /** The same, by a user's choice (rule GATE-12). */
  isMeasuredOnly?: boolean;
  /** Where it came from; those of one source are joined, and drawn alike. */
  source?: string;
  /** Why there is no value; absent: faulty. */
  lack?: string;
  /** What the page is about. */
  isThis?: boolean;
}

/**
 * The history of a metric as a chart draws it, angles within half a turn of their mean (rule STAT-36). A value in another kind of unit
 * has no place on the axis; the table has it.
 * @param taskId the result that the page is about.
 */
export function historyPointsOf(
  items: readonly MetricHistoryItem[],
  display: MetricDisplay,
  taskId?: string,
): HistoryPoint[] {
  const points = items.flatMap((item) =>
    pointOf(item, display).map((point) =>
      taskId === undefined ? point : { ...point, isThis: item.task_id === taskId },
    ),
  );
  return besideValues(points, display.unit);
}

function pointOf(item: MetricHistoryItem, display: MetricDisplay): HistoryPoint[] {
  const { calibrated_at: at, excluded, value, error, unit, source } = item;
  // What was rejected counts as little as what was excluded.
  const marks = {
    isExcluded: excluded || item.gate?.state === 'rejected',
    isHeld: item.gate?.state === 'held',
    isMeasuredOnly: item.gate ? isMeasuredOnly(item.gate) : false,
    source,
  };
  if (value === null) return [{ at, value: null, error: null, ...marks }];
  const { drawn, spread, isForeign } = drawValue(display, { value, error, unit });
  return isForeign ? [] : [{ at, value: drawn, error: spread, ...marks }];
}
