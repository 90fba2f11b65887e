import { groupHandler } from '../../http/group.ts';
import * as workers from './workers.ts';

export const handler = groupHandler(workers);
