import { cdfGroups, metricCatalogue } from '../domain/metrics/catalogue.ts';
import { cividisColours } from '../domain/metrics/cividis.ts';
import type { MetricTarget } from '../domain/metrics/types.ts';
import { presentMetric } from './present-metric.ts';

/** The metric catalogue on the wire (rule QDASH-8): QDash's fields and, beside them, ours. */
export function metricsConfig() {
  return {
    qubit_metrics: entriesOf('qubit'),
    coupling_metrics: entriesOf('coupling'),
    color_scale: { name: 'cividis', colors: cividisColours(41) },
    cdf_groups: { qubit: groupsOf('qubit'), coupling: groupsOf('coupling') },
  };
}

const entriesOf = (target: MetricTarget) =>
  Object.fromEntries(
    metricCatalogue.filter((metric) => metric.target === target).map((metric) => [metric.key, presentMetric(metric)]),
  );

const groupsOf = (target: MetricTarget) =>
  cdfGroups[target].map(({ id, title, unit, metrics }) => ({ id, title, unit, metrics }));
