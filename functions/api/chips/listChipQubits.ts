import { chipOperations } from '#shared/contract/operations/chips.ts';
import * as read from '#shared/services/chips/read-chip.ts';
import { endpoint } from '../../http/endpoint.ts';
import { pageOf } from '../page.ts';
import { presentTarget } from './present.ts';

export const listChipQubits = endpoint(chipOperations.listChipQubits, async ({ ctx, params, query }) => {
  const { limit, offset, qids } = query;
  if (qids) {
    const chosen = (await read.readQubits(ctx, params.chip_id, qids)).slice(offset, offset + limit);
    const page = { total: chosen.length, skip: offset, limit, nextCursor: null };
    return { qubits: chosen.map(presentTarget), ...pageOf(page), offset };
  }
  const page = await read.listTargetPage(ctx, params.chip_id, 'qubit', { skip: offset, limit });
  return { qubits: page.records.map(presentTarget), ...pageOf(page), offset };
});
