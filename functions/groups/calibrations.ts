import * as qdash from '#compat/qdash/handlers/seeds.ts';
import { groupHandler } from '../http/group.ts';
import * as drift from '../statistics/drift-settings.ts';
import * as calibrations from '../values/calibrations.ts';

export const handler = groupHandler({ ...calibrations, ...drift, ...qdash });
