import { metricOperations } from '#shared/contract/operations/metrics.ts';
import { metricHistory } from '#shared/services/metrics/metric-history.ts';
import { endpoint } from '../../http/endpoint.ts';
import { presentHistory } from './present.ts';

/** getQubitMetricHistory: a metric's history on a qubit. */
export const getQubitMetricHistory = endpoint(
  metricOperations.getQubitMetricHistory,
  async ({ ctx, params, query }) => {
    const of = { chipId: params.chip_id, kind: 'qubit' as const, id: params.qid, metric: query.metric };
    const window = { withinDays: query.within_days, limit: query.limit, asOf: query.as_of };
    return presentHistory(await metricHistory(ctx, of, window), query.metric);
  },
);
