import { groupHandler } from '../../http/group.ts';
import * as cooldowns from './cooldowns.ts';

export const handler = groupHandler(cooldowns);
