import { groupHandler } from '../../http/group.ts';
import * as chips from './chips.ts';

export const handler = groupHandler(chips);
