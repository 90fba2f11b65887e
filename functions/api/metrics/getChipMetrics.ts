import { metricOperations } from '#shared/contract/operations/metrics.ts';
import { invalid } from '#shared/errors.ts';
import { chipMetrics } from '#shared/services/metrics/chip-metrics.ts';
import { endpoint } from '../../http/endpoint.ts';
import { Reply } from '../../http/response.ts';
import { changesByClock } from '../../http/revised.ts';
import { mapValues } from '../map-values.ts';
import { metricsQueryOf } from '../metrics-query.ts';
import { presentCoverage, presentHeldReading, presentTable } from './present.ts';

export const getChipMetrics = endpoint(metricOperations.getChipMetrics, async ({ ctx, params, query }) => {
  const { before_as_of: asOf, before_start_at: startAt } = query;
  if (startAt !== undefined && asOf === undefined) throw invalid('before_start_at needs before_as_of');
  const before = asOf === undefined ? undefined : { asOf, startAt };
  const metrics = await chipMetrics(ctx, params.chip_id, { ...metricsQueryOf(query), before });
  const answer = {
    chip_id: metrics.chip.chipId,
    username: metrics.chip.username,
    qubit_count: metrics.chip.qubitCount,
    coupling_count: metrics.chip.couplingCount,
    topology_id: metrics.chip.topologyId,
    selection_mode: query.selection_mode,
    within_hours: query.within_hours ?? null,
    start_at: metrics.startAt ?? null,
    end_at: metrics.endAt ?? null,
    cooldown_id: query.cooldown_id ?? null,
    as_of: metrics.asOf,
    newest_at: metrics.newestAt ?? null,
    qubit_metrics: presentTable(metrics.qubit, query.selection_mode),
    coupling_metrics: presentTable(metrics.coupling, query.selection_mode),
    held_values: metrics.held.map(presentHeldReading),
    qubit_coverage: presentCoverage(metrics.qubitCoverage),
    coupling_coverage: presentCoverage(metrics.couplingCoverage),
    median_changes: metrics.medianChanges ?? null,
    element_metrics: mapValues(metrics.elements, ({ table }) => presentTable(table, query.selection_mode)),
    element_coverage: mapValues(metrics.elements, ({ coverage }) => presentCoverage(coverage)),
  };
  return new Reply(answer, changesByClock(ctx));
});
