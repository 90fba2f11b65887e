import * as z from 'zod';
import { define } from '../../../api/define.ts';
import { revisedByProject } from '../../../api/revised.ts';
import { chipId, integerParam, listParam, metricKey, pairOrElement, qid } from '../../../api/schemas/common.ts';
import { acknowledgeDriftBody, acknowledgedDrift, chipDrift, driftMute, muteDriftBody } from '../schemas/drift.ts';

const states = z.enum(['alert', 'watch', 'ended']);

/** What drifts on a chip, and what people say to it. */
export const driftOperations = {
  getChipDrift: define('getChipDrift', {
    summary: 'Drift alerts of a chip, and how many are expected though nothing has changed',
    description:
      'A series (a metric on a target within a cool-down) is followed against its first 30 days: a cumulative sum grows while its daily medians are worse than they fluctuate. From 7 it is watched; an alert begins at a threshold that keeps the chip within one alert a week. Of days that are over (UTC), the last 120 of them. Muted alerts are listed like others.',
    params: z.object({ chip_id: chipId }),
    query: z.object({
      states: listParam(states).meta({ description: 'A parameter each; `alert` and `watch` when absent' }),
      metrics: listParam(metricKey).meta({ description: 'Alerts of these metrics alone, a parameter each' }),
      targets: listParam(z.union([qid])).meta({
        description: 'Alerts of these qubits and couplings alone, a parameter each',
      }),
      limit: integerParam({ min: 1, max: 1000, fallback: 200 }),
    }),
    status: 200,
    response: chipDrift,
    errors: ['not_found'],
    ...revisedByProject,
  }),
  acknowledgeDrift: define('acknowledgeDrift', {
    summary: 'Say that the drift of a metric was seen, on one target or on all, and whether its new level is accepted',
    description:
      'The alerts stay active until they end. Repeating it changes nothing. Kept in the audit of the project.',
    params: z.object({ chip_id: chipId }),
    body: acknowledgeDriftBody,
    status: 200,
    response: acknowledgedDrift,
    errors: ['not_found', 'conflict'],
  }),
  upsertDriftMute: define('upsertDriftMute', {
    summary: 'Mute the drift of a metric, of a target, or of a metric on a target until an instant',
    description:
      'A mute keeps messages back; alerts are computed, counted and listed as before. One of the same takes the place of the one that held. Kept in the audit of the project.',
    params: z.object({ chip_id: chipId }),
    body: muteDriftBody,
    status: 200,
    response: driftMute,
    errors: ['not_found', 'conflict'],
  }),
  deleteDriftMute: define('deleteDriftMute', {
    summary: 'Take a mute back',
    params: z.object({ chip_id: chipId }),
    query: z.object({ metric: metricKey.optional(), target_id: z.union([qid, pairOrElement]).optional() }),
    status: 204,
    errors: ['not_found', 'conflict'],
  }),
};
