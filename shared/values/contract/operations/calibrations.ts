import { define } from '../../../api/define.ts';
import { updateParametersBody, updateParametersResponse } from '../schemas/parameters.ts';

/** Parts of a value as `GET` answers it, which a client may send back with the value. */
export const partsOfValue = ['parameter_name', 'qid_role', 'execution_id', 'task_id', 'source'];

/** Manual values. */
export const calibrationOperations = {
  updateCalibrationParameters: define('updateCalibrationParameters', {
    summary: 'Set or correct parameters of a qubit, coupling or element by hand',
    description:
      'The newest `calibrated_at` is the current value; what was there stays in the history. Without a date, now. ' +
      'A value is kept in the unit of the one before, else of the catalogue: another unit of time or frequency, and per ' +
      'cent for a fidelity, is converted; a unit of another kind, and a number that the metric cannot have, is 400.',
    body: updateParametersBody,
    ignoredFields: partsOfValue.map((name) => `parameters.*.${name}`),
    status: 200,
    response: updateParametersResponse,
    errors: ['unknown_reference'],
  }),
};
