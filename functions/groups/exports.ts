import * as qdashDevice from '#compat/qdash/handlers/device-topology.ts';
import * as qdashFiles from '#compat/qdash/handlers/files.ts';
import * as qdashTaskFiles from '#compat/qdash/handlers/task-files.ts';
import * as exports from '../devices/exports.ts';
import * as flows from '../flows/flow-exports.ts';
import { groupHandler } from '../http/group.ts';

export const handler = groupHandler({ ...exports, ...flows, ...qdashDevice, ...qdashFiles, ...qdashTaskFiles });
