import { groupHandler } from '../../http/group.ts';
import { exportChip } from './exportChip.ts';
import { getDeviceTopology } from './getDeviceTopology.ts';

export const handler = groupHandler({ exportChip, getDeviceTopology });
