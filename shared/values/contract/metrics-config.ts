import type { LatticeKind } from '../../chips/rules/target-kinds.ts';
import { cdfGroups, metricCatalogue } from '../rules/catalogue.ts';
import { cividisColours } from '../rules/cividis.ts';
import type { FreshnessHours } from '../rules/fresh-for.ts';
import { presentMetric } from './present-metric.ts';

/**
 * The metric catalogue on the wire (rule QDASH-8): QDash's fields and our own; the project sets how long values are
 * fresh.
 */
export function metricsConfig(freshnessHours?: FreshnessHours) {
  if (freshnessHours) return presented(freshnessHours);
  standard ??= presented(undefined);
  return standard;
}

/** The catalogue of projects without settings of their own: the same for all, and made once. */
let standard: ReturnType<typeof presented> | undefined;

function presented(freshnessHours: FreshnessHours | undefined) {
  return {
    qubit_metrics: entriesOf('qubit', freshnessHours),
    coupling_metrics: entriesOf('coupling', freshnessHours),
    color_scale: { name: 'cividis', colors: cividisColours(41) },
    cdf_groups: { qubit: groupsOf('qubit'), coupling: groupsOf('coupling') },
  };
}

const entriesOf = (target: LatticeKind, freshnessHours: FreshnessHours | undefined) =>
  Object.fromEntries(
    metricCatalogue
      .filter((metric) => metric.target === target)
      .map((metric) => [metric.key, presentMetric({ ...metric, target }, freshnessHours)]),
  );

const groupsOf = (target: LatticeKind) =>
  cdfGroups[target].map(({ id, title, unit, metrics }) => ({ id, title, unit, metrics }));
