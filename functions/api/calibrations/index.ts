import { groupHandler } from '../../http/group.ts';
import { getManualEdits } from './getManualEdits.ts';
import { updateCalibrationParameters } from './updateCalibrationParameters.ts';

/** The Lambda of the group `calibrations`. */
export const handler = groupHandler({
  updateCalibrationParameters,
  getManualEdits,
});
