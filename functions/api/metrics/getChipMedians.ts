import { metricOperations } from '#shared/contract/operations/metrics.ts';
import type { DayMedian } from '#shared/domain/metrics/median-course.ts';
import { readMeasuredChip } from '#shared/services/metrics/measured-chip.ts';
import { medianDays } from '#shared/services/metrics/median-days.ts';
import { endpointWithEarlyRead } from '../../http/endpoint.ts';
import { mapValues } from '../map-values.ts';

const presentCourse = (course: readonly DayMedian[]) =>
  course.map(({ leftOut, ...median }) => ({ ...median, left_out: leftOut }));

export const getChipMedians = endpointWithEarlyRead(
  metricOperations.getChipMedians,
  (ctx, { params }) => readMeasuredChip(ctx, params.chip_id),
  async ({ ctx, query: { timezone, days, metrics, as_of: asOf } }, begun) => {
    const found = await medianDays(ctx, begun, { timeZone: timezone, days, metrics, asOf });
    return {
      chip_id: begun.chip.chipId,
      timezone,
      days: found.days.map(({ date, end }) => ({ date, as_of: end })),
      qubit_metrics: mapValues(found.qubit, presentCourse),
      coupling_metrics: mapValues(found.coupling, presentCourse),
    };
  },
);
