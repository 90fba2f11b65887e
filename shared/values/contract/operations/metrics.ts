import * as z from 'zod';
import { SELECTION_MODES } from '#shared/statistics/rules/selection-mode.ts';
import { define } from '../../../api/define.ts';
import { revisedByProject } from '../../../api/revised.ts';
import {
  asOfInput,
  chipId,
  cooldownId,
  couplingId,
  instantInput,
  integerParam,
  listParam,
  metricKey,
  optionalIntegerParam,
  pairKind,
  pairOrElement,
  qid,
  timeZone,
} from '../../../api/schemas/common.ts';
import { chipMedians, chipMetrics, metricHistory, metricsConfig } from '../schemas/metrics.ts';

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

/** Which values of a chip are wanted. */
const metricsQuery = z.object({
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
    query: metricsQuery.extend({
      before_as_of: asOfInput.optional().meta({
        description:
          'Compares the medians with those of this instant, by the same mode, over the targets that have a value in both views',
      }),
      before_start_at: instantInput.optional().meta({
        description: 'Where the range of the earlier view begins; needs `before_as_of`',
      }),
    }),
    status: 200,
    response: chipMetrics,
    errors: ['not_found', 'unknown_reference'],
    ...revisedByProject,
  }),
  getChipMedians: define('getChipMedians', {
    summary: 'The median of each metric of a chip as of the end of each of the last days that are over',
    description:
      'Of each day what `GET /metrics/chips/{chip_id}` tells as of its end: of the values that were newest then, by when they were measured, those that count now. A metric that nothing was ever measured of is not there.',
    params: z.object({ chip_id: chipId }),
    query: z.object({
      timezone: timeZone.meta({ description: 'IANA name of the zone in which days end' }),
      days: integerParam({ min: 1, max: 31, fallback: 30 }),
      as_of: asOfInput.optional().meta({
        description:
          'The last days that were over at this instant; a bare date means the end of that UTC day, and an instant to come is now',
      }),
      metrics: listParam(metricKey).meta({ description: 'Of these metrics alone, a parameter each' }),
    }),
    status: 200,
    response: chipMedians,
    errors: ['not_found'],
  }),
  downloadMetricsPdf: define('downloadMetricsPdf', {
    summary: 'A chip as a report to print: all its metrics with a map of each, or its week',
    description:
      '`report=week` has the changes, drift, runs and notes of the seven days before `as_of` or now on at most two pages, and two maps; other parameters than `as_of` and `timezone` are refused with it.',
    params: z.object({ chip_id: chipId }),
    query: metricsQuery.extend({
      report: z.enum(['metrics', 'week']).default('metrics'),
      timezone: timeZone.optional().meta({ description: 'In which the times of a week are; UTC unless given' }),
    }),
    status: 200,
    file: ['application/pdf'],
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
    summary: "A metric's history on one coupling or element, newest first",
    params: z.object({ chip_id: chipId, coupling_id: pairOrElement }),
    query: historyQuery.extend({ kind: pairKind }),
    status: 200,
    response: metricHistory,
    errors: ['not_found', 'unknown_reference'],
  }),
};
