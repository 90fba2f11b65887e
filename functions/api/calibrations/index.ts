import { groupHandler } from '../../http/group.ts';
import * as calibrations from './calibrations.ts';
import * as drift from './drift.ts';

export const handler = groupHandler({ ...calibrations, ...drift });
