import { cdfGroups, metricCatalogue } from '../../domain/metrics/catalogue.ts';
import type { MetricDefinition, MetricTarget } from '../../domain/metrics/types.ts';
import { cividis } from './cividis.ts';

/** The metric catalogue on the wire (peer contract 4.2): the peer's fields and, beside them, ours. */
export function metricsConfig() {
  return {
    qubit_metrics: entriesOf('qubit'),
    coupling_metrics: entriesOf('coupling'),
    color_scale: { name: 'cividis', colors: [...cividis] },
    cdf_groups: { qubit: groupsOf('qubit'), coupling: groupsOf('coupling') },
  };
}

const entriesOf = (target: MetricTarget) =>
  Object.fromEntries(
    metricCatalogue.filter((metric) => metric.target === target).map((metric) => [metric.key, entryOf(metric)]),
  );

const entryOf = (metric: MetricDefinition) => ({
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
  fresh_for_seconds: metric.freshForSeconds,
});

const groupsOf = (target: MetricTarget) =>
  cdfGroups[target].map(({ id, title, unit, metrics }) => ({ id, title, unit, metrics }));
