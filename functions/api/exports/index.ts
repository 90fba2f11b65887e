import { groupHandler } from '../../http/group.ts';
import * as exports from './exports.ts';
import * as files from './files.ts';
import * as flows from './flows.ts';
import * as taskFiles from './task-files.ts';

export const handler = groupHandler({ ...exports, ...files, ...flows, ...taskFiles });
