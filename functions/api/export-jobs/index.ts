import { groupHandler } from '../../http/group.ts';
import * as exportJobs from './export-jobs.ts';

export const handler = groupHandler(exportJobs);
