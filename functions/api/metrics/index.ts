import { groupHandler } from '../../http/group.ts';
import * as differences from './differences.ts';
import * as drift from './drift.ts';
import * as metrics from './metrics.ts';

export const handler = groupHandler({ ...differences, ...drift, ...metrics });
