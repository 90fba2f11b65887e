import * as chips from '../chips/chips.ts';
import { groupHandler } from '../http/group.ts';

export const handler = groupHandler(chips);
