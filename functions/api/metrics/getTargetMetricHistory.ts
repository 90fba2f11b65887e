import { metricOperations } from '#shared/contract/operations/metrics.ts';
import { metricHistory } from '#shared/services/metrics/metric-history.ts';
import { endpoint } from '../../http/endpoint.ts';
import { targetOf } from '../target.ts';
import { presentHistory } from './present.ts';

const { getQubitMetricHistory: ofQubit, getCouplingMetricHistory: ofCoupling } = metricOperations;

const getTargetMetricHistory = (operation: typeof ofQubit | typeof ofCoupling) =>
  endpoint(operation, async ({ ctx, params, query }) => {
    const subject = { chipId: params.chip_id, ...targetOf(params), metric: query.metric };
    const { within_days: withinDays, limit, as_of: asOf, cooldown_id: cooldownId } = query;
    const window = { withinDays, limit, asOf, cooldownId };
    return presentHistory(await metricHistory(ctx, subject, window), query.metric);
  });

export const getQubitMetricHistory = getTargetMetricHistory(ofQubit);
export const getCouplingMetricHistory = getTargetMetricHistory(ofCoupling);
