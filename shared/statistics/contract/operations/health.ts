import * as z from 'zod';
import { define } from '../../../api/define.ts';
import {
  asOfInput,
  booleanParam,
  chipId,
  instantInput,
  listParam,
  optionalIntegerParam,
  qid,
  requiredIntegerParam,
} from '../../../api/schemas/common.ts';
import { LARGEST_PATCH } from '../../rules/patch/costed-set.ts';
import { chipHealth, chipPatch } from '../schemas/health.ts';

const valuesThatCount = {
  as_of: asOfInput.optional().meta({ description: 'By the values that were newest then; now when absent' }),
  start_at: instantInput.optional().meta({ description: 'Only values that were measured from then on' }),
  within_hours: optionalIntegerParam({ min: 1, max: 876000 }).meta({
    description: 'Only values that are at most so old at `as_of`; `start_at` goes before it',
  }),
};

export const healthOperations = {
  getChipHealth: define('getChipHealth', {
    summary: 'The health of each qubit of a chip, and the metric that limits it',
    description:
      'An index from 0 to 1, no probability: the geometric mean of the shares of their goals that its relaxation, dephasing, readout and one-qubit gate reach. A faulty metric makes it 0; fewer than half of the metrics leave it null. Stale values count, and are said.',
    params: z.object({ chip_id: chipId }),
    query: z.object({
      ...valuesThatCount,
      couplings: booleanParam(false).meta({
        description: "Whether a qubit's couplings count too, as the median of what their two-qubit gates reach",
      }),
    }),
    status: 200,
    response: chipHealth,
    errors: ['not_found'],
  }),
  getChipBestPatch: define('getChipBestPatch', {
    summary: 'The best connected patch of so many qubits, as a list for a compiler',
    description:
      'The connected qubits on which one entangled state is prepared and read with the greatest chance, by readout, one-qubit gate, and the two-qubit gates of the cheapest tree. A qubit or coupling without such a value, or with a faulty one, is in no patch; stale values count, and are said. Up to 4 qubits, and up to 6 on 256, every patch is looked at; else a search that is bounded by steps, not by time, says that it is approximate. 409 where no connected part of the chip is that large.',
    params: z.object({ chip_id: chipId }),
    query: z.object({
      size: requiredIntegerParam({ min: 1, max: LARGEST_PATCH }).meta({ description: 'How many qubits' }),
      exclude: listParam(qid).meta({ description: 'Qubits that may not be in it, a parameter each' }),
      ...valuesThatCount,
    }),
    status: 200,
    response: chipPatch,
    errors: ['not_found', 'conflict'],
  }),
};
