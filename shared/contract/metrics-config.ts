import { cdfGroups, metricCatalogue } from '../domain/metrics/catalogue.ts';
import type { MetricTarget } from '../domain/metrics/types.ts';
import { cividis } from './cividis.ts';
import { presentMetric } from './present-metric.ts';

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
    metricCatalogue.filter((metric) => metric.target === target).map((metric) => [metric.key, presentMetric(metric)]),
  );

const groupsOf = (target: MetricTarget) =>
  cdfGroups[target].map(({ id, title, unit, metrics }) => ({ id, title, unit, metrics }));
