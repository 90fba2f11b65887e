import { couplingId } from '../../chips/rules/coupling-id.ts';
import { findTopology } from '../../chips/verbs/topologies.ts';
import { metricsReport } from '../../devices/rules/export/pdf/metrics-report.ts';
import type { ProjectContext } from '../../kernel/context.ts';
import { chipMetrics, type MetricsQuery } from './chip-metrics.ts';
import { reportedMetrics } from './reported-metrics.ts';

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
      ...reportedMetrics('qubit', metrics.qubit, metrics.qubitCoverage, chip.qubitCount),
      ...reportedMetrics('coupling', metrics.coupling, metrics.couplingCoverage, chip.couplingCount),
    ],
    positions: topology?.qubits ?? {},
    couplings: (topology?.couplings ?? []).map(([a, b]) => [couplingId(a, b, topology?.directed ?? false), a, b]),
  });
}
