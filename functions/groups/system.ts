import { groupHandler } from '../http/group.ts';
import * as system from '../system/system.ts';

export const handler = groupHandler(system);
