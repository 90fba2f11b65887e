import { listDeletedChipIds } from '#shared/chips/store/deleted-chips.ts';
import { findCooldownSpan } from '#shared/cooldowns/verbs/filter-cooldown.ts';
import type { ProjectContext } from '#shared/kernel/context.ts';
import type { Stored } from '#shared/kernel/store/dynamodb/codec.ts';
import type { PageRequest } from '#shared/kernel/store/dynamodb/paging.ts';
import { sampleKeys, type TargetRef } from '#shared/kernel/store/keys.ts';
import { type IndexedPage, readList } from '#shared/kernel/verbs/read-list.ts';
import { isWithheld } from '#shared/values/rules/gate-mark.ts';
import { type SampleRecord, sampleEntity } from '#shared/values/store/samples.ts';

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
