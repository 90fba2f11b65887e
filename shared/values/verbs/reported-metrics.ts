import type { ReportedMetric } from '../../devices/rules/export/pdf/metrics-report.ts';
import { describeMetric } from '../rules/catalogue.ts';
import { besideEachOther } from '../rules/units/angles.ts';
import { inOneUnit } from '../rules/units/one-unit.ts';
import type { MetricCoverage, MetricTable } from './metric-table.ts';

/** The metrics of a chip as a report prints them, the values of each in one unit. */
export const reportedMetrics = (
  kind: 'qubit' | 'coupling',
  table: MetricTable,
  coverage: Readonly<Record<string, MetricCoverage>>,
  targets: number,
): ReportedMetric[] =>
  Object.entries(table).map(([metric, cells]) => {
    const { unit, numbers } = inOneUnit(describeMetric(metric, kind), Object.values(cells));
    const values = besideEachOther(
      numbers.map(({ value }) => value),
      unit,
    );
    const { median = null, min = null, max = null, leftOut = [] } = coverage[metric] ?? {};
    return {
      definition: describeMetric(metric, kind, unit),
      ...{ targets, median, min, max, leftOut: leftOut.length },
      values: new Map(numbers.map(({ of }, n) => [of.target.id, values[n] ?? Number.NaN])),
    };
  });
