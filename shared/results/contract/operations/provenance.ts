import * as z from 'zod';
import { define } from '../../../api/define.ts';
import { chipId, couplingId, integerParam, metricKey, qid } from '../../../api/schemas/common.ts';
import { impact, lineage, parameterHistory } from '../schemas/provenance.ts';

/** Names a version of a parameter. */
export const ofEntity = z.object({
  entity_id: z
    .string()
    .refine((text) => text.isWellFormed() && text !== '' && text.length <= 1024, 'must be 1 to 1,024 characters')
    .meta({ description: 'As another answer has it', minLength: 1, maxLength: 1024 }),
});
/** How far a graph is followed. */
export const depth = (fallback: number) =>
  z.object({ max_depth: integerParam({ min: 1, max: 20, fallback }).meta({ description: 'In edges' }) });
export const mayLag = 'May lag behind a write by a moment.';
export const bounded =
  'At most 8 values of each task and target, and 100 task results, are looked at: `complete` says whether that was all.';
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
};
