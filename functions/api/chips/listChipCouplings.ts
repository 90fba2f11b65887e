import { chipOperations } from '#shared/contract/operations/chips.ts';
import * as read from '#shared/services/chips/read-chip.ts';
import { chipAsOf } from '#shared/services/history/chip-as-of.ts';
import { endpoint } from '../../http/endpoint.ts';
import { pageOf, wholePage } from '../page.ts';
import { presentTarget } from './present.ts';

export const listChipCouplings = endpoint(chipOperations.listChipCouplings, async ({ ctx, params, query }) => {
  const { limit, offset, as_of: asOf } = query;
  if (asOf !== undefined) {
    const { couplings } = await chipAsOf(ctx, params.chip_id, asOf);
    const { records, page } = wholePage(couplings, { skip: offset, limit });
    return { couplings: records.map(presentTarget), ...page, next_cursor: null, offset };
  }
  const page = await read.listTargetPage(ctx, params.chip_id, 'coupling', { skip: offset, limit });
  return { couplings: page.records.map(presentTarget), ...pageOf(page), offset };
});
