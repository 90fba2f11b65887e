import { chipOperations } from '#shared/contract/operations/chips.ts';
import { readMux } from '#shared/services/chips/muxes.ts';
import { endpoint } from '../../http/endpoint.ts';

export const getChipMux = endpoint(chipOperations.getChipMux, async ({ ctx, params }) => {
  const { muxId, detail } = await readMux(ctx, params.chip_id, params.mux_id);
  return { mux_id: muxId, detail };
});
