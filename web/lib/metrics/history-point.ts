import { drawValue, type MetricDisplay } from '#shared/domain/metrics/cell/display.ts';
import type { MetricHistoryItem } from '../api/wire.ts';

/** One measured value in drawn units; null is a faulty mark. */
export interface HistoryPoint {
  at: string;
  value: number | null;
  error: number | null;
  /** Left out of what is computed: drawn hollow, and not joined to the others. */
  isExcluded?: boolean;
  /** Waits to be accepted, and counts for nothing until then (rule GATE-3). */
  isHeld?: boolean;
  /** Where it came from; those of one source are joined, and drawn alike. */
  source?: string;
  /** Why there is no value; absent: faulty. */
  lack?: string;
  /** What the page is about. */
  isThis?: boolean;
}

/** A value of a metric's history as a chart draws it. One in another kind of unit has no place on the axis; the table has it. */
export function historyPointsOf(item: MetricHistoryItem, display: MetricDisplay): HistoryPoint[] {
  const { calibrated_at: at, excluded, value, error, unit, source } = item;
  // What was rejected counts as little as what was excluded.
  const marks = {
    isExcluded: excluded || item.gate?.state === 'rejected',
    isHeld: item.gate?.state === 'held',
    source,
  };
  if (value === null) return [{ at, value: null, error: null, ...marks }];
  const { drawn, spread, isForeign } = drawValue(display, { value, error, unit });
  return isForeign ? [] : [{ at, value: drawn, error: spread, ...marks }];
}
