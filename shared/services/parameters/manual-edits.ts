import type { ProjectContext } from '../../context.ts';
import { isWithheld } from '../../domain/metrics/gate-mark.ts';
import { listDeletedChipIds } from '../../store/chips/deleted-chips.ts';
import type { Stored } from '../../store/dynamodb/codec.ts';
import type { PageRequest } from '../../store/dynamodb/paging.ts';
import { sampleKeys, type TargetRef } from '../../store/keys.ts';
import { type SampleRecord, sampleEntity } from '../../store/metrics/samples.ts';
import { findCooldownSpan } from '../cooldowns/filter-cooldown.ts';
import { type IndexedPage, readList } from '../lists/read-list.ts';

/**
 * Manual edits of a target, newest first, in one chip or in all chips of the project, and of one cool-down or
 * whenever. @throws ServiceError `unknown-reference` for an unknown cool-down, `invalid` for a `skip` or cursor out of bounds.
 */
export async function listManualEdits(
  ctx: ProjectContext,
  of: { target: TargetRef; chipId?: string | undefined; cooldownId?: string | undefined },
  page: PageRequest,
): Promise<IndexedPage<Stored<SampleRecord>>> {
  const [cooldown, deletedChips] = await Promise.all([
    findCooldownSpan(ctx, of.cooldownId),
    listDeletedChipIds(ctx.db, ctx.projectId),
  ]);
  const bounds = cooldown && { from: cooldown.from, through: `${cooldown.through ?? ''}~` };
  const range = { index: 'gsi4' as const, pk: sampleKeys.edits(ctx.projectId, of.target), descending: true, ...bounds };
  return readList(ctx, range, page, {
    decode: (item) => sampleEntity.decode(item),
    keep: ({ chipId, cooldownId, gate }) =>
      // A proposal that no editor has accepted edits nothing.
      !isWithheld(gate) &&
      !deletedChips.has(chipId) &&
      (of.chipId === undefined || chipId === of.chipId) &&
      (cooldown === undefined || cooldownId === cooldown.cooldownId),
  });
}
