import * as z from 'zod';
import { define } from '../../../api/define.ts';
import { chipId, couplingId, integerParam, listParam, metricKey, qid } from '../../../api/schemas/common.ts';
import {
  degradationTrends,
  impact,
  lineage,
  parameterHistory,
  parameterVersion,
  provenanceStats,
  recentChanges,
  recentExecutions,
  recommendations,
} from '../schemas/provenance.ts';

const ofEntity = z.object({
  entity_id: z
    .string()
    .refine((text) => text.isWellFormed() && text !== '' && text.length <= 1024, 'must be 1 to 1,024 characters')
    .meta({ description: 'As another answer has it', minLength: 1, maxLength: 1024 }),
});
const depth = (fallback: number) =>
  z.object({ max_depth: integerParam({ min: 1, max: 20, fallback }).meta({ description: 'In edges' }) });
const names = listParam(metricKey).meta({ description: 'Only these parameters, a parameter of the query each' });
const mayLag = 'May lag behind a write by a moment.';
const bounded =
  'At most 8 values of each task and target, and 100 task results, are looked at: `complete` says whether that was all.';
const ofStanding =
  'Of the current value of each parameter, on the chips that were calibrated last (up to 2,000 qubits and couplings).';

/** The origins of values, and the values derived from them (rules PROV-1 to PROV-7). */
export const provenanceOperations = {
  getParameterHistory: define('getParameterHistory', {
    summary: 'The versions of one parameter, newest first',
    description: `Those that were excluded among them. Without \`chip_id\`, of the chip that was calibrated last. Of each task's values, and of those set by hand or imported, the newest 200 are counted. ${mayLag}`,
    query: z.object({
      parameter_name: metricKey,
      qid: z.union([qid, couplingId]),
      chip_id: chipId.optional(),
      limit: integerParam({ min: 1, max: 100, fallback: 50 }),
    }),
    status: 200,
    response: parameterHistory,
    errors: ['not_found'],
  }),
  getProvenanceEntity: define('getProvenanceEntity', {
    summary: 'One version of a parameter',
    params: ofEntity,
    status: 200,
    response: parameterVersion,
    errors: ['not_found'],
  }),
  getProvenanceLineage: define('getProvenanceLineage', {
    summary: 'What a value came from: its task or edit, what that started from, and so on',
    description: `A task started from the newest version whose value is that of its input. ${bounded} ${mayLag}`,
    params: ofEntity,
    query: depth(5),
    status: 200,
    response: lineage,
    errors: ['not_found'],
  }),
  getProvenanceImpact: define('getProvenanceImpact', {
    summary: 'What came from a value: the tasks that started from it, what they measured, and so on',
    description: `Tasks that measured something. ${bounded} ${mayLag}`,
    params: ofEntity,
    query: depth(5),
    status: 200,
    response: impact,
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
