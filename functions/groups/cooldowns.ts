import * as cooldowns from '../cooldowns/cooldowns.ts';
import { groupHandler } from '../http/group.ts';

export const handler = groupHandler(cooldowns);
