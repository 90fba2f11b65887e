import type { ProjectContext } from '../../context.ts';
import { couplingId } from '../../domain/coupling-id.ts';
import { metricsReport, type ReportedMetric } from '../../domain/export/pdf/metrics-report.ts';
import { describeMetric } from '../../domain/metrics/catalogue.ts';
import { besideEachOther } from '../../domain/metrics/units/angles.ts';
import { inOneUnit } from '../../domain/metrics/units/one-unit.ts';
import { findTopology } from '../chips/topologies.ts';
import { chipMetrics, type MetricsQuery } from './chip-metrics.ts';
import type { MetricCoverage, MetricTable } from './metric-table.ts';

/** What the metrics of a chip say as a report to print. @throws as `chipMetrics`. */
export async function metricsPdf(ctx: ProjectContext, chipId: string, query: MetricsQuery): Promise<Uint8Array> {
  const metrics = await chipMetrics(ctx, chipId, query);
  const { chip, asOf, startAt, endAt, newestAt } = metrics;
  const topology = chip.topologyId === undefined ? undefined : await findTopology(ctx, ctx.projectId, chip.topologyId);
  const range = [startAt && `from ${startAt}`, endAt && `to ${endAt}`].filter(Boolean).join(' ');
  return metricsReport({
    chipId,
    facts: [
      `${query.selectionMode ?? 'latest'} values as of ${asOf}${range ? `, ${range}` : ''}`,
      `${chip.qubitCount} qubits, ${chip.couplingCount} couplings; newest value ${newestAt ?? 'none'}`,
    ],
    metrics: [
      ...reported('qubit', metrics.qubit, metrics.qubitCoverage, chip.qubitCount),
      ...reported('coupling', metrics.coupling, metrics.couplingCoverage, chip.couplingCount),
    ],
    positions: topology?.qubits ?? {},
    couplings: (topology?.couplings ?? []).map(([a, b]) => [couplingId(a, b, topology?.directed ?? false), a, b]),
  });
}

const reported = (
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
