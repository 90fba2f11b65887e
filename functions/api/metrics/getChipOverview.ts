import { differenceOperations } from '#shared/contract/operations/differences.ts';
import { readMeasuredChip } from '#shared/services/metrics/measured-chip.ts';
import { chipOverview } from '#shared/services/overview/chip-overview.ts';
import { endpointWithEarlyRead } from '../../http/endpoint.ts';
import { presentOverview } from '../chip-overview.ts';

export const getChipOverview = endpointWithEarlyRead(
  differenceOperations.getChipOverview,
  (ctx, { params }) => readMeasuredChip(ctx, params.chip_id),
  async ({ ctx, query: { since, limit, as_of: asOf } }, begun) =>
    presentOverview(await chipOverview(ctx, begun, { since, asOf, notes: limit }), { since, limit }),
);
