import * as qdash from '#compat/qdash/handlers/save-file.ts';
import * as flows from '../flows/flows.ts';
import { groupHandler } from '../http/group.ts';

export const handler = groupHandler({ ...flows, ...qdash });
