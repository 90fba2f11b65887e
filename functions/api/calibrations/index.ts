import { groupHandler } from '../../http/group.ts';
import {
  getAvailableSeedParameters,
  getManualEdits,
  importSeedParameters,
  updateCalibrationParameters,
} from './calibrations.ts';
import { acknowledgeDrift, deleteDriftMute, upsertDriftMute } from './drift.ts';

export const handler = groupHandler({
  updateCalibrationParameters,
  getManualEdits,
  acknowledgeDrift,
  upsertDriftMute,
  deleteDriftMute,
  getAvailableSeedParameters,
  importSeedParameters,
});
