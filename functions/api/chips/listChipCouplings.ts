import { chipOperations } from '#shared/contract/operations/chips.ts';
import * as read from '#shared/services/chips/read-chip.ts';
import { endpoint } from '../../http/endpoint.ts';
import { pageOf } from '../page.ts';
import { presentTarget } from './present.ts';

export const listChipCouplings = endpoint(chipOperations.listChipCouplings, async ({ ctx, params, query }) => {
  const { limit, offset } = query;
  const page = await read.listTargetPage(ctx, params.chip_id, 'coupling', { skip: offset, limit });
  return { couplings: page.records.map(presentTarget), ...pageOf(page), offset };
});
