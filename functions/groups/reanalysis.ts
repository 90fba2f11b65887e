import { groupHandler } from '../http/group.ts';
import * as reanalysis from '../results/reanalysis.ts';

export const handler = groupHandler(reanalysis);
