import { groupHandler } from '../../http/group.ts';
import * as flows from './flows.ts';
import * as saveFile from './save-file.ts';

export const handler = groupHandler({ ...flows, ...saveFile });
