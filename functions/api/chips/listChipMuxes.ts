import { chipOperations } from '#shared/contract/operations/chips.ts';
import { listMuxes } from '#shared/services/task-results/read/mux-results.ts';
import { endpoint } from '../../http/endpoint.ts';
import { pageOf } from '../page.ts';
import { presentMux } from './present.ts';

export const listChipMuxes = endpoint(chipOperations.listChipMuxes, async ({ ctx, params, query }) => {
  const { date, task_name: task, skip, limit } = query;
  const { muxes, total } = await listMuxes(ctx, params.chip_id, { date, task }, { skip, limit });
  return {
    muxes: Object.fromEntries(muxes.map((mux) => [String(mux.muxId), presentMux(mux)])),
    ...pageOf({ total, skip, limit, nextCursor: null }),
  };
});
