import { chipOperations } from '#shared/contract/operations/chips.ts';
import { importChip as run } from '#shared/services/chip-jobs/imports/import-chip.ts';
import { endpoint } from '../../http/endpoint.ts';

export const importChip = endpoint(chipOperations.importChip, async ({ ctx, body }) => {
  const { format, chip_id, documents } = body;
  const { chipId: _chipId, ...summary } = await run(ctx, { format, chipId: chip_id, documents });
  return { chip_id, ...summary };
});
