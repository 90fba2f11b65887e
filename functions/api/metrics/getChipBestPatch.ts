import { metricOperations } from '#shared/contract/operations/metrics.ts';
import { chipPatch } from '#shared/services/health/chip-patch.ts';
import { endpoint } from '../../http/endpoint.ts';
import { presentPatch } from './present.ts';

export const getChipBestPatch = endpoint(metricOperations.getChipBestPatch, async ({ ctx, params, query }) => {
  const { size, exclude = [], as_of: asOf, start_at: startAt, within_hours: withinHours } = query;
  const found = await chipPatch(ctx, params.chip_id, { size, exclude, asOf, startAt, withinHours });
  return presentPatch(found, ctx.freshnessHours);
});
