import type { LatticeKind } from '../../chips/rules/target-kinds.ts';
import { freshnessOf } from '../../statistics/rules/freshness.ts';
import type { FreshnessHours } from '../rules/fresh-for.ts';
import type { MetricDefinition } from '../rules/types.ts';

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
