import * as z from 'zod';
import { define } from '../../../api/define.ts';
import { asOfInput, chipId, couplingId, listParam, optionalIntegerParam, qid } from '../../../api/schemas/common.ts';
import { COMPILER_FORMATS } from '../../rules/export/compiler/format-names.ts';
import { chipParameters } from '../schemas/chip-parameters.ts';

const asOf = asOfInput.optional().meta({
  description: 'As of an instant, by when values were measured; a bare date means the end of that UTC day',
});

/** What goes out of the service as files and in formats of others. */
export const exportOperations = {
  exportChip: define('exportChip', {
    summary: 'A chip as a file: topology, and every current value with its unit, error, instant, source and cool-down',
    description:
      'A document of the format `fiducial`, which `POST /chips/import` reads. The same in both forms; YAML is read alike by readers of version 1.1 and 1.2.',
    params: z.object({ chip_id: chipId }),
    query: z.object({
      format: z.enum(['yaml', 'json']).default('yaml'),
      as_of: asOf,
    }),
    status: 200,
    file: ['application/yaml', 'application/json'],
    errors: ['not_found'],
  }),
  exportChipParameters: define('exportChipParameters', {
    summary: 'A chip or a part of it in a format of others, and what is not in the file',
    description:
      '`python`: a list of qubits for an initial layout. `oqtopus`: a device topology with null for unknown numbers. `qiskit`: configuration and properties as IBM publishes them, and in `text` a program that makes a `Target` of them. These three leave out qubits without a usable readout and one-qubit gate, and couplings without a usable gate. `qibolab`: `calibration.json`. `quam`: what to merge into `state.json`. A value of which a newer one is held is in no file. `POST /chips/import` reads the documents of all but `python`.',
    params: z.object({ chip_id: chipId }),
    query: z.object({
      format: z.enum(COMPILER_FORMATS),
      as_of: asOf,
      qubits: listParam(qid).meta({ description: 'Only these qubits, in this order, a parameter each' }),
      couplings: listParam(couplingId).meta({
        description: 'Only these couplings and their qubits; else every coupling between the qubits',
      }),
      within_hours: optionalIntegerParam({ min: 1, max: 876000 }).meta({
        description: 'An older value is not in the file',
      }),
    }),
    status: 200,
    response: chipParameters,
    errors: ['not_found', 'unknown_reference'],
  }),
};
