import { metricOperations } from '#shared/contract/operations/metrics.ts';
import { chipAverages } from '#shared/services/metrics/chip-averages.ts';
import { endpoint } from '../../http/endpoint.ts';

export const getChipMetricsSummary = endpoint(metricOperations.getChipMetricsSummary, async ({ ctx, params }) => {
  const { chip, averages } = await chipAverages(ctx, params.chip_id);
  return { chip_id: chip.chipId, qubit_count: chip.qubitCount, averages };
});
