import type { FreshnessHours } from '../domain/metrics/fresh-for.ts';
import type { MetricDefinition } from '../domain/metrics/types.ts';
import { freshnessOf } from '../domain/statistics/freshness.ts';
import type { LatticeKind } from '../domain/target-kinds.ts';

/** One entry of the metric catalogue on the wire. */
export const presentMetric = (metric: MetricDefinition & { target: LatticeKind }, freshnessHours?: FreshnessHours) => ({
  title: metric.title,
  target: metric.target,
  unit: metric.unit,
  scale: metric.scale,
  stored_unit: metric.storedUnit,
  description: metric.description,
  evaluation: { mode: metric.mode },
  threshold: metric.threshold,
  error_rate_range: metric.errorRateRange,
  draw_as_error: metric.isFidelity,
  fresh_for_seconds: freshnessOf(metric, { projectHours: freshnessHours }).freshForSeconds,
});
