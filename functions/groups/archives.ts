import * as archives from '../archives/archives.ts';
import { groupHandler } from '../http/group.ts';

export const handler = groupHandler(archives);
