import { groupHandler } from '../http/group.ts';
import * as workers from '../workers/workers.ts';

export const handler = groupHandler(workers);
