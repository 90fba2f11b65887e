import { groupHandler } from '../http/group.ts';
import * as schedules from '../schedules/schedules.ts';

export const handler = groupHandler(schedules);
