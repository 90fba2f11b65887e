import { metricOperations } from '#shared/contract/operations/metrics.ts';
import { chipHeatmap } from '#shared/services/metrics/chip-averages.ts';
import { endpoint } from '../../http/endpoint.ts';
import { presentLeftOut } from './present.ts';

export const getChipMetricHeatmap = endpoint(metricOperations.getChipMetricHeatmap, async ({ ctx, params }) => {
  const { values, unit, leftOut } = await chipHeatmap(ctx, params.chip_id, params.metric);
  return {
    ...{ chip_id: params.chip_id, metric: params.metric, values, unit: unit ?? null },
    left_out: leftOut.map(({ of, ...others }) => presentLeftOut({ target: of.target.id, ...others })),
  };
});
