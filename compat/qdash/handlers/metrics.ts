import { endpoint } from '#functions/http/endpoint.ts';
import { mapValues } from '#functions/http/map-values.ts';
import { presentLeftOut } from '#functions/values/present.ts';
import { metricsOperations } from '../contract/operations/metrics.ts';
import { chipAverages, chipHeatmap } from '../verbs/chip-averages.ts';

export const getChipMetricHeatmap = endpoint(metricsOperations.getChipMetricHeatmap, async ({ ctx, params }) => {
  const { values, unit, leftOut } = await chipHeatmap(ctx, params.chip_id, params.metric);
  return {
    ...{ chip_id: params.chip_id, metric: params.metric, values, unit: unit ?? null },
    left_out: leftOut.map(({ of, ...others }) => presentLeftOut({ target: of.target.id, ...others })),
  };
});

export const getChipMetricsSummary = endpoint(metricsOperations.getChipMetricsSummary, async ({ ctx, params }) => {
  const { chip, averages } = await chipAverages(ctx, params.chip_id);
  return {
    chip_id: chip.chipId,
    qubit_count: chip.qubitCount,
    averages: mapValues(averages, ({ mean }) => mean),
    units: mapValues(averages, ({ unit }) => unit),
    left_out: mapValues(averages, ({ leftOut }) =>
      leftOut.map(({ of, ...others }) => presentLeftOut({ target: of.target.id, ...others })),
    ),
  };
});
