import { chipOperations } from '#shared/contract/operations/chips.ts';
import { listMuxes } from '#shared/services/chips/muxes.ts';
import { endpoint } from '../../http/endpoint.ts';

export const listChipMuxes = endpoint(chipOperations.listChipMuxes, async ({ ctx, params }) => {
  const muxes = await listMuxes(ctx, params.chip_id);
  return {
    muxes: Object.fromEntries(muxes.map((mux) => [String(mux.muxId), { mux_id: mux.muxId, detail: mux.detail }])),
    total: muxes.length,
    skip: 0,
    limit: muxes.length,
    next_cursor: null,
  };
});
