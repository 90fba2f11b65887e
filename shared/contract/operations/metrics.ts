import * as z from 'zod';
import { SELECTION_MODES } from '#shared/domain/statistics/range-value.ts';
import { define } from '../define.ts';
import {
  asOfInput,
  chipId,
  cooldownId,
  couplingId,
  instantInput,
  listParam,
  metricKey,
  optionalIntegerParam,
  qid,
} from '../schemas/common.ts';
import { chipMetrics, metricHistory, metricsConfig } from '../schemas/metrics.ts';

const historyQuery = z.object({
  metric: metricKey,
  limit: optionalIntegerParam({ min: 1, max: 1000 }),
  within_days: optionalIntegerParam({ min: 1, max: 36500, fallback: 30 }),
  as_of: asOfInput.optional().meta({ description: 'The end of the window; now when absent' }),
  cooldown_id: cooldownId.optional().meta({
    description:
      'Only values that were written while the chip was in this cool-down and measured in its time, of all of it unless `within_days` is given; nothing where the chip never was. An unknown one is 400.',
  }),
});

/** The dashboard's metrics. */
export const metricOperations = {
  getMetricsConfig: define('getMetricsConfig', {
    summary: 'The metric catalogue: titles, units, scales, directions, thresholds and freshness',
    status: 200,
    response: metricsConfig,
  }),
  getChipMetrics: define('getChipMetrics', {
    summary: 'Every metric of every qubit and coupling of a chip, each value with its age',
    description:
      '`as_of` shows the chip as it was known to be then. `start_at` beats `within_hours`. A target without a value has no cell. `latest` is the newest value of the range, `best` the one at the good end of its metric, `average` the mean. The best of many tries is lifted by luck: `n` says how many there were and `luck` by how much, and best values never enter a comparison. Excluded values count for nothing.',
    params: z.object({ chip_id: chipId }),
    query: z.object({
      selection_mode: z.enum(SELECTION_MODES).default('latest'),
      within_hours: optionalIntegerParam({ min: 1, max: 876000 }),
      start_at: z.union([z.literal('').transform(() => undefined), instantInput]).optional(),
      end_at: z.union([z.literal('').transform(() => undefined), instantInput]).optional(),
      as_of: asOfInput.optional(),
      cooldown_id: cooldownId.optional().meta({
        description:
          'Only values that were written while the chip was in this cool-down and measured in its time; nothing where the chip never was. An unknown one is 400.',
      }),
      metrics: listParam(metricKey).meta({
        description: 'Cells of these metrics alone, a parameter each; coverage is of every metric in any case',
      }),
      targets: listParam(z.union([qid, couplingId])).meta({
        description: 'Cells of these qubits and couplings alone, a parameter each',
      }),
    }),
    status: 200,
    response: chipMetrics,
    errors: ['not_found', 'unknown_reference'],
  }),
  getQubitMetricHistory: define('getQubitMetricHistory', {
    summary: "A metric's history on one qubit, newest first",
    params: z.object({ chip_id: chipId, qid }),
    query: historyQuery,
    status: 200,
    response: metricHistory,
    errors: ['not_found', 'unknown_reference'],
  }),
  getCouplingMetricHistory: define('getCouplingMetricHistory', {
    summary: "A metric's history on one coupling, newest first",
    params: z.object({ chip_id: chipId, coupling_id: couplingId }),
    query: historyQuery,
    status: 200,
    response: metricHistory,
    errors: ['not_found', 'unknown_reference'],
  }),
};
