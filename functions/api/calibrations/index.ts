import { groupHandler } from '../../http/group.ts';
import { getManualEdits } from './getManualEdits.ts';
import { updateCalibrationParameters } from './updateCalibrationParameters.ts';

export const handler = groupHandler({
  updateCalibrationParameters,
  getManualEdits,
});
