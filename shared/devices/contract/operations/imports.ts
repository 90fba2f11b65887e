import { define } from '../../../api/define.ts';
import { importChipBody, importPreview, importResult } from '../schemas/imports.ts';

/** Imports of devices from their documents. */
export const importOperations = {
  importChip: define('importChip', {
    summary: 'Import the calibration of a real device',
    description:
      'Formats: `ibm` (configuration and properties), `google` (Cirq), `qibolab` (calibrations, runcards or parameters), `quam`, `qubex`, `oqtopus` (a device topology), `fiducial` (an export of a chip). Creates the chip, or adds the values to an existing one of the same qubits. Sending the same documents again changes nothing.',
    body: importChipBody,
    status: 201,
    response: importResult,
    errors: ['conflict', 'already_exists', 'limit_reached', 'run_active', 'unknown_reference'],
  }),
  previewChipImport: define('previewChipImport', {
    summary: 'What an import would bring, with nothing written',
    description:
      'Takes and refuses what the import itself does: the counts are those of an import now. `created` says whether the chip would be new.',
    body: importChipBody,
    status: 200,
    response: importPreview,
    errors: ['conflict', 'already_exists', 'limit_reached', 'unknown_reference'],
  }),
};
