import { differenceOperations } from '#shared/contract/operations/differences.ts';
import { beginOverview, chipOverview } from '#shared/services/overview/chip-overview.ts';
import { endpointWithEarlyRead } from '../../http/endpoint.ts';
import { presentOverview } from '../chip-overview.ts';

export const getChipOverview = endpointWithEarlyRead(
  differenceOperations.getChipOverview,
  (ctx, { params }) => beginOverview(ctx, params.chip_id),
  async ({ ctx, query: { since, limit } }, begun) =>
    presentOverview(await chipOverview(ctx, begun, { since, notes: limit }), { since, limit }),
);
