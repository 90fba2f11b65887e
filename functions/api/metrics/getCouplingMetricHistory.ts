import { metricOperations } from '#shared/contract/operations/metrics.ts';
import { metricHistory } from '#shared/services/metrics/metric-history.ts';
import { endpoint } from '../../http/endpoint.ts';
import { presentHistory } from './present.ts';

/** getCouplingMetricHistory: a metric's history on a coupling. */
export const getCouplingMetricHistory = endpoint(
  metricOperations.getCouplingMetricHistory,
  async ({ ctx, params, query }) => {
    const of = { chipId: params.chip_id, kind: 'coupling' as const, id: params.coupling_id, metric: query.metric };
    const window = { withinDays: query.within_days, limit: query.limit, asOf: query.as_of };
    return presentHistory(await metricHistory(ctx, of, window), query.metric);
  },
);
