import * as qdash from '#compat/qdash/handlers/metrics.ts';
import { groupHandler } from '../http/group.ts';
import * as differences from '../statistics/differences.ts';
import * as drift from '../statistics/drift.ts';
import * as health from '../statistics/health.ts';
import * as metrics from '../values/metrics.ts';

export const handler = groupHandler({ ...differences, ...drift, ...health, ...metrics, ...qdash });
