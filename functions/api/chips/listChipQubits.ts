import { chipOperations } from '#shared/contract/operations/chips.ts';
import * as read from '#shared/services/chips/read-chip.ts';
import { chipAsOf } from '#shared/services/history/chip-as-of.ts';
import { endpoint } from '../../http/endpoint.ts';
import { pageOf, wholePage } from '../page.ts';
import { presentTarget } from './present.ts';

export const listChipQubits = endpoint(chipOperations.listChipQubits, async ({ ctx, params, query }) => {
  const { limit, offset, qids, as_of: asOf } = query;
  if (asOf !== undefined) {
    const { qubits } = await chipAsOf(ctx, params.chip_id, asOf);
    const wanted = qids ? qids.flatMap((qid) => qubits.find(({ id }) => id === qid) ?? []) : qubits;
    const { records, page } = wholePage(wanted, { skip: offset, limit });
    return { qubits: records.map(presentTarget), ...page, next_cursor: null, offset };
  }
  if (qids) {
    const chosen = (await read.readQubits(ctx, params.chip_id, qids)).slice(offset, offset + limit);
    const page = { total: chosen.length, skip: offset, limit, nextCursor: null };
    return { qubits: chosen.map(presentTarget), ...pageOf(page), offset };
  }
  const page = await read.listTargetPage(ctx, params.chip_id, 'qubit', { skip: offset, limit });
  return { qubits: page.records.map(presentTarget), ...pageOf(page), offset };
});
