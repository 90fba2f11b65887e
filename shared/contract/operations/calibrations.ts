import * as z from 'zod';
import { define } from '../define.ts';
import { chipId, cooldownFilter, couplingId, indexedPageFields, pageQuery, qid } from '../schemas/common.ts';
import { manualEdit, updateParametersBody, updateParametersResponse } from '../schemas/parameters.ts';

/** Manual values. */
export const calibrationOperations = {
  updateCalibrationParameters: define('updateCalibrationParameters', {
    summary: 'Set or correct parameters of a qubit or coupling by hand',
    description:
      'The newest `calibrated_at` is the current value; what was there stays in the history. Without a date, now. ' +
      'A value is kept in the unit of the one before, else of the catalogue: another unit of time or frequency, and per ' +
      'cent for a fidelity, is converted; a unit of another kind, and a number that the metric cannot have, is 400.',
    body: updateParametersBody,
    status: 200,
    response: updateParametersResponse,
    errors: ['unknown_reference'],
  }),
  getManualEdits: define('getManualEdits', {
    summary: 'Manual edits of one qubit or coupling, newest first',
    params: z.object({ qid: z.union([qid, couplingId]) }),
    query: z.object({ chip_id: chipId.optional(), cooldown_id: cooldownFilter, ...pageQuery }),
    status: 200,
    response: z.object({
      qid: z.string(),
      edits: z.array(manualEdit),
      ...indexedPageFields('Every edit that was made'),
    }),
    errors: ['unknown_reference'],
  }),
};
