import { groupHandler } from '../../http/group.ts';
import { acknowledgeDrift } from './acknowledgeDrift.ts';
import { deleteDriftMute } from './deleteDriftMute.ts';
import { getAvailableSeedParameters } from './getAvailableSeedParameters.ts';
import { getManualEdits } from './getManualEdits.ts';
import { importSeedParameters } from './importSeedParameters.ts';
import { updateCalibrationParameters } from './updateCalibrationParameters.ts';
import { upsertDriftMute } from './upsertDriftMute.ts';

export const handler = groupHandler({
  updateCalibrationParameters,
  getManualEdits,
  acknowledgeDrift,
  upsertDriftMute,
  deleteDriftMute,
  getAvailableSeedParameters,
  importSeedParameters,
});
