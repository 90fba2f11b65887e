import { groupHandler } from '../../http/group.ts';
import { cancelExport } from './cancelExport.ts';
import { createExport } from './createExport.ts';
import { getExport } from './getExport.ts';
import { listExports } from './listExports.ts';

export const handler = groupHandler({ createExport, listExports, getExport, cancelExport });
