import * as exportJobs from '../devices/export-jobs.ts';
import { groupHandler } from '../http/group.ts';

export const handler = groupHandler(exportJobs);
