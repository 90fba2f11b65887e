import { metricOperations } from '#shared/contract/operations/metrics.ts';
import { chipHeatmap } from '#shared/services/metrics/chip-averages.ts';
import { endpoint } from '../../http/endpoint.ts';

export const getChipMetricHeatmap = endpoint(metricOperations.getChipMetricHeatmap, async ({ ctx, params }) => {
  const { values, unit } = await chipHeatmap(ctx, params.chip_id, params.metric);
  return { chip_id: params.chip_id, metric: params.metric, values, unit: unit ?? null };
});
