import { chipOperations } from '#shared/contract/operations/chips.ts';
import * as read from '#shared/services/chips/read-chip.ts';
import { endpoint } from '../../http/endpoint.ts';
import { pageOf } from '../page.ts';
import { presentChipRow } from './present.ts';

export const listChips = endpoint(chipOperations.listChips, async ({ ctx, query }) => {
  const page = await read.listChips(ctx, query);
  return { chips: page.records.map(presentChipRow), ...pageOf(page) };
});
