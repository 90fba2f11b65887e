import type { RequestOf } from '#shared/contract/define.ts';
import { metricOperations } from '#shared/contract/operations/metrics.ts';
import { metricHistory, readHistoryOrigin } from '#shared/services/metrics/metric-history.ts';
import { endpointWithEarlyRead } from '../../http/endpoint.ts';
import { measuredTargetOf } from '../target.ts';
import { presentHistory } from './present.ts';

const { getQubitMetricHistory: ofQubit, getCouplingMetricHistory: ofCoupling } = metricOperations;

type Request = RequestOf<typeof ofQubit> | RequestOf<typeof ofCoupling>;

const subjectOf = ({ params, query }: Pick<Request, 'params' | 'query'>) => ({
  chipId: params.chip_id,
  ...measuredTargetOf(params, query),
  metric: query.metric,
});

const getTargetMetricHistory = (operation: typeof ofQubit | typeof ofCoupling) =>
  endpointWithEarlyRead(
    operation,
    (ctx, request) => readHistoryOrigin(ctx, subjectOf(request), request.query.cooldown_id),
    async ({ ctx, params, query }, origin) => {
      const { within_days: withinDays, limit, as_of: asOf, cooldown_id: cooldownId } = query;
      const window = { withinDays, limit, asOf, cooldownId };
      return presentHistory(await metricHistory(ctx, subjectOf({ params, query }), window, origin), query.metric);
    },
  );

export const getQubitMetricHistory = getTargetMetricHistory(ofQubit);
export const getCouplingMetricHistory = getTargetMetricHistory(ofCoupling);
