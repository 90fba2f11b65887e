import * as flows from '../flows/flows.ts';
import * as saveFile from '../flows/flows.ts';
import { groupHandler } from '../http/group.ts';

export const handler = groupHandler({ ...flows, ...saveFile });
