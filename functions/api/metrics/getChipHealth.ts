import { metricOperations } from '#shared/contract/operations/metrics.ts';
import { chipHealth } from '#shared/services/health/chip-health.ts';
import { endpoint } from '../../http/endpoint.ts';
import { presentHealth } from './present.ts';

export const getChipHealth = endpoint(metricOperations.getChipHealth, async ({ ctx, params, query }) => {
  const { as_of: asOf, start_at: startAt, within_hours: withinHours, couplings: withCouplings } = query;
  const view = { asOf, startAt, withinHours, withCouplings };
  return presentHealth(await chipHealth(ctx, params.chip_id, view), ctx.freshnessHours);
});
