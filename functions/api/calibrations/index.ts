import { groupHandler } from '../../http/group.ts';
import { acknowledgeDrift } from './acknowledgeDrift.ts';
import { deleteDriftMute } from './deleteDriftMute.ts';
import { getManualEdits } from './getManualEdits.ts';
import { updateCalibrationParameters } from './updateCalibrationParameters.ts';
import { upsertDriftMute } from './upsertDriftMute.ts';

export const handler = groupHandler({
  updateCalibrationParameters,
  getManualEdits,
  acknowledgeDrift,
  upsertDriftMute,
  deleteDriftMute,
});
