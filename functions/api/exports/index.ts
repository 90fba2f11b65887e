import { groupHandler } from '../../http/group.ts';
import { exportChip } from './exportChip.ts';
import { exportChipParameters } from './exportChipParameters.ts';
import { getDeviceTopology } from './getDeviceTopology.ts';

export const handler = groupHandler({ exportChip, exportChipParameters, getDeviceTopology });
