import { getChip } from '../../chips/store/chips.ts';
import { listDeletedChipIds } from '../../chips/store/deleted-chips.ts';
import { nowOf, type ProjectContext, type ProjectReads } from '../../kernel/context.ts';
import { notInProject, ServiceError } from '../../kernel/errors.ts';
import type { Stored } from '../../kernel/store/dynamodb/codec.ts';
import type { PageRequest } from '../../kernel/store/dynamodb/paging.ts';
import { cooldownKeys } from '../../kernel/store/keys.ts';
import type { IndexedList } from '../../kernel/store/list-heads.ts';
import { type IndexedPage, readList } from '../../kernel/verbs/read-list.ts';
import { isOngoing } from '../rules/cooldown.ts';
import { type CooldownRecord, decodeCooldown, getCooldown, getCooldowns } from '../store/cooldowns.ts';

/** A cool-down of the project. @throws ServiceError `not-found`. */
export async function readCooldown(ctx: ProjectContext, cooldownId: string): Promise<Stored<CooldownRecord>> {
  const cooldown = await getCooldown(ctx.db, ctx.projectId, cooldownId);
  if (!cooldown) throw notInProject('Cool-down', cooldownId, ctx.projectId);
  return cooldown;
}

/** Which cool-downs are wanted; an id that nothing has matches nothing. */
export interface CooldownFilter {
  cryoId?: string | undefined;
  chipId?: string | undefined;
  ongoing?: boolean | undefined;
}

/** Cool-downs of the project, the latest start first. @throws ServiceError `invalid` for a `skip` or cursor out of bounds. */
export function listCooldowns(
  ctx: ProjectContext,
  filter: CooldownFilter,
  page: PageRequest,
): Promise<IndexedPage<Stored<CooldownRecord>>> {
  const keep = (cooldown: Stored<CooldownRecord>) =>
    (filter.cryoId === undefined || cooldown.cryoId === filter.cryoId) &&
    (filter.ongoing === undefined || isOngoing(cooldown) === filter.ongoing);
  if (filter.chipId !== undefined) return listOfChip(ctx, filter.chipId, keep, page);
  return readList(ctx, { ...rangeOf(ctx.projectId, filter), descending: true }, page, {
    decode: decodeCooldown,
    keep,
  });
}

/** The narrowest index: reading filters out its other entries. */
function rangeOf(projectId: string, filter: CooldownFilter): IndexedList {
  if (filter.ongoing) return { index: 'gsi3', pk: cooldownKeys.ongoing(projectId) };
  if (filter.cryoId !== undefined) return { index: 'gsi1', pk: cooldownKeys.ofCryostat(projectId, filter.cryoId) };
  return { index: 'gsi2', pk: cooldownKeys.ofProject(projectId) };
}

/** A chip names the cool-downs that list it: a few, read at once. */
async function listOfChip(
  ctx: ProjectContext,
  chipId: string,
  keep: (cooldown: Stored<CooldownRecord>) => boolean,
  { skip, limit, cursor }: PageRequest,
): Promise<IndexedPage<Stored<CooldownRecord>>> {
  const now = nowOf(ctx);
  if (cursor !== undefined)
    throw new ServiceError('invalid_cursor', "cursor is not a 'next_cursor' of this list; use 'skip' with 'chip_id'");
  const chip = await getChip(ctx.db, ctx.projectId, chipId);
  const found = (await getCooldowns(ctx.db, ctx.projectId, chip?.cooldownIds ?? [])).filter(keep);
  const sorted = found.toSorted((a, b) => (sortOf(a) < sortOf(b) ? 1 : -1));
  const records = sorted.slice(skip, skip + limit);
  // All of it is read by key.
  return { records, total: found.length, skip, limit, nextCursor: null, completeUntil: now };
}

const sortOf = (cooldown: CooldownRecord): string => cooldownKeys.byStart(cooldown.startedAt, cooldown.cooldownId);

/** Cool-downs as they are shown: without the deleted chips that can be restored (rule CHIP-18). */
export async function withoutDeletedChips<T extends CooldownRecord>(
  { db, projectId }: ProjectReads,
  cooldowns: readonly T[],
): Promise<T[]> {
  if (cooldowns.every(({ chipIds }) => chipIds.length === 0)) return [...cooldowns];
  const deleted = await listDeletedChipIds(db, projectId);
  return cooldowns.map((one) => ({ ...one, chipIds: one.chipIds.filter((id) => !deleted.has(id)) }));
}
