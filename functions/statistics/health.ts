import { healthOperations } from '#shared/statistics/contract/operations/health.ts';
import { chipHealth } from '#shared/statistics/verbs/health/chip-health.ts';
import { chipPatch } from '#shared/statistics/verbs/health/chip-patch.ts';
import { endpoint } from '../http/endpoint.ts';
import { presentHealth, presentPatch } from './present-health.ts';

export const getChipBestPatch = endpoint(healthOperations.getChipBestPatch, async ({ ctx, params, query }) => {
  const { size, exclude = [], as_of: asOf, start_at: startAt, within_hours: withinHours } = query;
  const found = await chipPatch(ctx, params.chip_id, { size, exclude, asOf, startAt, withinHours });
  return presentPatch(found);
});

export const getChipHealth = endpoint(healthOperations.getChipHealth, async ({ ctx, params, query }) => {
  const { as_of: asOf, start_at: startAt, within_hours: withinHours, couplings: withCouplings } = query;
  const view = { asOf, startAt, withinHours, withCouplings };
  return presentHealth(await chipHealth(ctx, params.chip_id, view));
});
