import { metricOperations } from '#shared/contract/operations/metrics.ts';
import { chipAverages } from '#shared/services/metrics/chip-averages.ts';
import { endpoint } from '../../http/endpoint.ts';
import { mapValues } from '../map-values.ts';
import { presentLeftOut } from './present.ts';

export const getChipMetricsSummary = endpoint(metricOperations.getChipMetricsSummary, async ({ ctx, params }) => {
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
