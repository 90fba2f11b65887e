import { chipOperations } from '#shared/contract/operations/chips.ts';
import { etagOf, updateChip as update } from '#shared/services/chip-jobs/update-chip.ts';
import { endpoint } from '../../http/endpoint.ts';
import { Reply } from '../../http/response.ts';
import { presentChip } from './present.ts';

export const updateChip = endpoint(chipOperations.updateChip, async ({ ctx, params, headers, body }) => {
  const changes = {
    topologyId: body.topology_id,
    activityStatus: body.activity_status,
    technology: body.technology,
    note: body.note,
    muxSize: body.mux_size,
    readoutLines: body.readout_lines,
  };
  const chip = await update(ctx, params.chip_id, changes, headers['if-match']);
  return new Reply(presentChip(chip), { etag: etagOf(chip) });
});
