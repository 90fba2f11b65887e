import * as z from 'zod';
import { define } from '#shared/api/define.ts';
import { chipId, metricKey } from '#shared/api/schemas/common.ts';
import { leftOutOfUnit } from '#shared/values/contract/schemas/metrics.ts';

export const metricsOperations = {
  getChipMetricsSummary: define('getChipMetricsSummary', {
    summary: 'The mean of the current values of each metric of the qubits of a chip',
    params: z.object({ chip_id: chipId }),
    status: 200,
    response: z
      .object({
        chip_id: z.string(),
        qubit_count: z.int(),
        averages: z
          .record(z.string(), z.number().nullable())
          .meta({ description: 'Of angles modulo a turn; a metric whose angles point everywhere has none' }),
        units: z.record(z.string(), z.string()).meta({ description: 'Of the averages; empty for a plain number' }),
        left_out: z.record(z.string(), leftOutOfUnit).meta({ description: 'Targets that an average is without' }),
      })
      .meta({ id: 'MetricsSummary' }),
    errors: ['not_found'],
  }),
  getChipMetricHeatmap: define('getChipMetricHeatmap', {
    summary: 'The current values of one metric by qubit or coupling',
    params: z.object({ chip_id: chipId, metric: metricKey }),
    status: 200,
    response: z
      .object({
        chip_id: z.string(),
        metric: z.string(),
        values: z
          .record(z.string(), z.number().nullable())
          .meta({ description: 'Null for a target that is known to be faulty' }),
        unit: z.string().nullable().meta({ description: 'Of all values; null without any' }),
        left_out: leftOutOfUnit.meta({ description: 'Targets whose value is in a unit that does not convert' }),
      })
      .meta({ id: 'MetricHeatmap' }),
    errors: ['not_found'],
  }),
};
