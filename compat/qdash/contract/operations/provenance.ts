import * as z from 'zod';
import { define } from '#shared/api/define.ts';
import { integerParam, listParam, metricKey } from '#shared/api/schemas/common.ts';
import { bounded, depth, mayLag, ofEntity } from '#shared/results/contract/operations/provenance.ts';
import { parameterVersion } from '#shared/results/contract/schemas/provenance.ts';
import {
  degradationTrends,
  provenanceStats,
  recentChanges,
  recentExecutions,
  recommendations,
} from '../schemas/provenance.ts';

const names = listParam(metricKey).meta({ description: 'Only these parameters, a parameter of the query each' });
const ofStanding =
  'Of the current value of each parameter, on the chips that were calibrated last (up to 2,000 qubits and couplings).';

/** Versions of parameters and runs, as QDash's pages of provenance list them. */
export const qdashProvenanceOperations = {
  getProvenanceEntity: define('getProvenanceEntity', {
    summary: 'One version of a parameter',
    params: ofEntity,
    status: 200,
    response: parameterVersion,
    errors: ['not_found'],
  }),
  getRecalibrationRecommendations: define('getRecalibrationRecommendations', {
    summary: 'Which tasks to run again after a value has changed, in their order',
    description: `Those whose current values came from it. ${bounded} ${mayLag}`,
    params: ofEntity,
    query: depth(10),
    status: 200,
    response: recommendations,
    errors: ['not_found'],
  }),
  getRecentChanges: define('getRecentChanges', {
    summary: 'The newest change of each parameter within some hours',
    description: `${ofStanding} ${mayLag}`,
    query: z.object({
      limit: integerParam({ min: 1, max: 50, fallback: 20 }),
      within_hours: integerParam({ min: 1, max: 168, fallback: 24 }),
      parameter_names: names,
    }),
    status: 200,
    response: recentChanges,
  }),
  getDegradationTrends: define('getDegradationTrends', {
    summary: 'Parameters that got worse from version to version',
    description: `The longest streak first. A streak says nothing of chance: of values that only fluctuate, one in 24 parameters has one of three. Of the chip that was calibrated last, and of the newest 1,000 values of each task. ${mayLag}`,
    query: z.object({
      min_streak: integerParam({ min: 3, max: 20, fallback: 3 }),
      limit: integerParam({ min: 1, max: 100, fallback: 50 }),
      parameter_names: names,
    }),
    status: 200,
    response: degradationTrends,
  }),
  getProvenanceStats: define('getProvenanceStats', {
    summary: 'The number of current values, and of the tasks and edits that gave them',
    description: `${ofStanding} Each came from one of the activities, which is its one relation; what tasks started from is not counted. ${mayLag}`,
    status: 200,
    response: provenanceStats,
  }),
  getRecentExecutions: define('getRecentExecutions', {
    summary: 'The newest executions that measured something, to choose two of',
    description: `Of twice as many executions as are asked for. ${mayLag}`,
    query: z.object({ limit: integerParam({ min: 1, max: 50, fallback: 20 }) }),
    status: 200,
    response: recentExecutions,
  }),
};
