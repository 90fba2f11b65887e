import { groupHandler } from '../../http/group.ts';
import * as schedules from './schedules.ts';

export const handler = groupHandler(schedules);
