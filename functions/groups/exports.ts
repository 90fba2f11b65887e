import * as exports from '../devices/exports.ts';
import * as files from '../flows/files.ts';
import * as flows from '../flows/flow-exports.ts';
import * as taskFiles from '../flows/task-files.ts';
import { groupHandler } from '../http/group.ts';

export const handler = groupHandler({ ...exports, ...files, ...flows, ...taskFiles });
