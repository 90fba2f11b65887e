import { chipOperations } from '#shared/contract/operations/chips.ts';
import { etagOf } from '#shared/services/chip-jobs/update-chip.ts';
import * as read from '#shared/services/chips/read-chip.ts';
import { chipAsOf } from '#shared/services/history/chip-as-of.ts';
import { endpoint } from '../../http/endpoint.ts';
import { Reply } from '../../http/response.ts';
import { presentChip, presentTargetMaps } from './present.ts';

export const getChip = endpoint(chipOperations.getChip, async ({ ctx, params, query }) => {
  if (query.as_of !== undefined) {
    const { chip, ...targets } = await chipAsOf(ctx, params.chip_id, query.as_of);
    const maps = presentTargetMaps(targets);
    return new Reply({ ...presentChip(chip), ...(query.include === 'none' ? {} : maps) }, {});
  }
  const chip = await read.readChip(ctx, params.chip_id);
  const etag = etagOf(chip);
  if (query.include === 'none') return new Reply(presentChip(chip), { etag });
  const maps = presentTargetMaps(await read.readTargets(ctx, chip));
  return new Reply({ ...presentChip(chip), ...maps }, { etag });
});
