import * as z from 'zod';
import { define } from '#shared/api/define.ts';
import {
  chipId,
  cooldownFilter,
  indexedPageFields,
  pageQuery,
  pairKind,
  pairOrElement,
  qid,
} from '#shared/api/schemas/common.ts';
import { partsOfValue } from '#shared/values/contract/operations/calibrations.ts';
import { importedSeeds, importSeedsBody, manualEdit } from '../schemas/seeds.ts';

export const seedsOperations = {
  importSeedParameters: define('importSeedParameters', {
    summary: 'Set values of many qubits at once, from YAML files of qubex or from a map',
    description:
      'Each value is set as by hand, now, and has its own outcome: `imported`, `skipped` if it is already set or empty, `error` with the reason. The others are set all the same; a request that arrives twice sets nothing twice. `source: qubex_params` takes the `files`, which the service does not keep.',
    body: importSeedsBody,
    ignoredFields: partsOfValue.map((name) => `manual_data.*.*.${name}`),
    status: 200,
    response: importedSeeds,
    errors: ['unknown_reference'],
  }),
  getAvailableSeedParameters: define('getAvailableSeedParameters', {
    summary: 'Names of parameters that seeds may set: the usual ones, and what qubits of the chip have',
    params: z.object({ chip_id: chipId }),
    status: 200,
    response: z.array(z.string()),
    errors: ['not_found'],
  }),
  getManualEdits: define('getManualEdits', {
    summary: 'Manual edits of one qubit or coupling, newest first',
    params: z.object({ qid: z.union([qid, pairOrElement]) }),
    query: z.object({
      chip_id: chipId.optional(),
      kind: pairKind,
      cooldown_id: cooldownFilter,
      ...pageQuery,
    }),
    status: 200,
    response: z.object({
      qid: z.string(),
      edits: z.array(manualEdit),
      ...indexedPageFields('Every edit that was made'),
    }),
    errors: ['unknown_reference'],
  }),
};
