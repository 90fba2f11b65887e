import { chipOperations } from '#shared/contract/operations/chips.ts';
import { deleteChip as remove } from '#shared/services/chip-jobs/delete-chip.ts';
import { endpoint } from '../../http/endpoint.ts';

export const deleteChip = endpoint(chipOperations.deleteChip, async ({ ctx, params, query }) => {
  await remove(ctx, params.chip_id, query.force);
  return { message: `Chip '${params.chip_id}' deleted` };
});
