import * as qdash from '#compat/qdash/handlers/config.ts';
import { groupHandler } from '../http/group.ts';
import * as system from '../system/system.ts';

export const handler = groupHandler({ ...qdash, ...system });
