import { chipOperations } from '#shared/contract/operations/chips.ts';
import { createChip as create } from '#shared/services/chip-jobs/create-chip.ts';
import { endpoint } from '../../http/endpoint.ts';
import { presentChip } from './present.ts';

export const createChip = endpoint(chipOperations.createChip, async ({ ctx, body }) => {
  const {
    chip_id: chipId,
    size,
    topology_id: topologyId,
    couplings,
    mux_size: muxSize,
    readout_lines: readoutLines,
  } = body;
  const shape = { size, topologyId, couplings, muxSize, readoutLines };
  return presentChip(await create(ctx, { chipId, ...shape, technology: body.technology ?? undefined }));
});
