import { groupHandler } from '../../http/group.ts';
import * as archives from './archives.ts';

export const handler = groupHandler(archives);
