import { importOperations } from '#shared/contract/operations/imports.ts';
import { importChip as run } from '#shared/services/chip-jobs/imports/import-chip.ts';
import { endpoint } from '../../http/endpoint.ts';
import { presentJudged } from './present.ts';

export const importChip = endpoint(
  importOperations.importChip,
  async ({ ctx, body: { chip_id, cooldown_id, ...given } }) => {
    const {
      chipId: _chipId,
      judged,
      leftOut,
      ...summary
    } = await run(ctx, { ...given, chipId: chip_id, cooldownId: cooldown_id ?? undefined });
    return { chip_id, ...summary, left_out: leftOut, ...presentJudged(judged) };
  },
);
