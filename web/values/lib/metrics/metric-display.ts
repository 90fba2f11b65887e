import { describeMetric } from '#shared/values/rules/catalogue.ts';
import { type DrawnMetric, type MetricDisplay, metricDisplay } from '#shared/values/rules/cell/display.ts';
import type { MetricDefinition, MetricsConfig, TargetKind } from '../../../ui/lib/api/wire.ts';
import { formatPolicy } from '../../../ui/lib/format/time.ts';
import { listedMetrics } from './listed-metrics.ts';

/** The display of a metric; keys that the service's catalogue does not have are described by their name and unit. */
export function displayOf(
  config: MetricsConfig | undefined,
  kind: TargetKind,
  key: string,
  unitFound?: string,
): MetricDisplay {
  const listed = config && listedMetrics(config, kind)[key];
  return metricDisplay(listed ? readMetric(key, kind, listed) : describeMetric(key, kind, unitFound));
}

/** How long values are fresh, and whether the chip's own values tell: `59 h, learned from this chip`. */
export const policyText = ({
  freshForSeconds,
  isFreshnessLearned,
}: Pick<MetricDisplay, 'freshForSeconds' | 'isFreshnessLearned'>): string =>
  `${formatPolicy(freshForSeconds)}${isFreshnessLearned ? ', learned from this chip' : ''}`;

const readMetric = (key: string, target: TargetKind, wire: MetricDefinition): DrawnMetric => ({
  key,
  target,
  title: wire.title,
  description: wire.description,
  unit: wire.unit,
  scale: wire.scale,
  storedUnit: wire.stored_unit,
  mode: wire.evaluation.mode,
  threshold: wire.threshold,
  isFidelity: wire.draw_as_error,
  freshForSeconds: wire.fresh_for_seconds,
});
