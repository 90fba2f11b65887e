import { groupHandler } from '../../http/group.ts';
import { cancelExport, createExport, getExport, listExports } from './export-jobs.ts';

export const handler = groupHandler({ createExport, listExports, getExport, cancelExport });
