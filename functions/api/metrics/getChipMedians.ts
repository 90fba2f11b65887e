import { metricOperations } from '#shared/contract/operations/metrics.ts';
import { readMeasuredChip } from '#shared/services/metrics/measured-chip.ts';
import { medianDays } from '#shared/services/metrics/median-days.ts';
import { endpointWithEarlyRead } from '../../http/endpoint.ts';

export const getChipMedians = endpointWithEarlyRead(
  metricOperations.getChipMedians,
  (ctx, { params }) => readMeasuredChip(ctx, params.chip_id),
  async ({ ctx, query: { timezone, days, metrics, as_of: asOf } }, begun) => {
    const found = await medianDays(ctx, begun, { timeZone: timezone, days, metrics, asOf });
    return {
      chip_id: begun.chip.chipId,
      timezone,
      days: found.days.map(({ date, end }) => ({ date, as_of: end })),
      qubit_metrics: found.qubit,
      coupling_metrics: found.coupling,
    };
  },
);
