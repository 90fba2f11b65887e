import { groupHandler } from '../../http/group.ts';
import * as reanalysis from './reanalysis.ts';

export const handler = groupHandler(reanalysis);
