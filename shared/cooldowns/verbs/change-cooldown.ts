import { isDeepStrictEqual } from 'node:util';
import { listDeletedChipIds } from '../../chips/store/deleted-chips.ts';
import type { Context, ProjectContext } from '../../kernel/context.ts';
import { nowOf } from '../../kernel/context.ts';
import { conflict, notFound, notInProject } from '../../kernel/errors.ts';
import { orRefuse, retryOnConflict } from '../../kernel/store/dynamodb/conflict.ts';
import type { Guard } from '../../kernel/store/dynamodb/guarded-writer.ts';
import { editedNote } from '../../notes/verbs/embedded-note.ts';
import { type CooldownRecord, getCooldown, hasCooldownData } from '../store/cooldowns.ts';
import { addCooldownEntry, editedFields, type KeptCooldown } from './audit-change.ts';
import { readCooldown } from './read-cooldown.ts';
import { type UnknownChip, writeCooldown } from './write-cooldown.ts';

/** Changes to a cool-down: undefined or null leaves a field, but `endedAt: null` opens it again. */
export interface CooldownChanges {
  cryoId?: string | null | undefined;
  description?: string | null | undefined;
  startedAt?: string | null | undefined;
  endedAt?: string | null | undefined;
  chipIds?: readonly string[] | null | undefined;
  wiringInfo?: string | null | undefined;
  /** JSON text. */
  wiringBlocks?: string | null | undefined;
  note?: string | null | undefined;
}

/**
 * Changes a cool-down. An end clears the pointers of its chips; to open it again restores them.
 * @throws ServiceError `not-found`; `conflict` naming the other ongoing cool-down; `invalid` as for a new one.
 */
export function updateCooldown(
  ctx: ProjectContext,
  cooldownId: string,
  changes: CooldownChanges,
): Promise<CooldownRecord> {
  return change(ctx, cooldownId, (cooldown, deleted) => ({
    ...cooldown,
    cryoId: changes.cryoId ?? cooldown.cryoId,
    description: changes.description ?? cooldown.description,
    startedAt: changes.startedAt ?? cooldown.startedAt,
    endedAt: changes.endedAt === undefined ? cooldown.endedAt : (changes.endedAt ?? undefined),
    chipIds: changes.chipIds ? listedAfter(cooldown, changes.chipIds, deleted) : cooldown.chipIds,
    wiringInfo: changes.wiringInfo ?? cooldown.wiringInfo,
    wiringBlocks: changes.wiringBlocks ?? cooldown.wiringBlocks,
    note: editedNote(ctx, cooldown.note, changes.note),
  }));
}

/** The list that a request names, with the deleted chips that it could not see. */
const listedAfter = ({ chipIds }: CooldownRecord, named: readonly string[], deleted: ReadonlySet<string>): string[] => [
  ...new Set([...named, ...chipIds.filter((id) => deleted.has(id))]),
];

/**
 * Puts a chip into a cool-down; one that is in it already changes nothing.
 * @throws ServiceError `not-found` for either; `conflict` naming the other ongoing cool-down, or where the cool-down is full.
 */
export function assignChip(ctx: ProjectContext, cooldownId: string, chipId: string): Promise<CooldownRecord> {
  return change(
    ctx,
    cooldownId,
    (cooldown, deleted) => {
      if (deleted.has(chipId)) throw notInProject('Chip', chipId, ctx.projectId);
      return cooldown.chipIds.includes(chipId) ? undefined : { ...cooldown, chipIds: [...cooldown.chipIds, chipId] };
    },
    notFound,
  );
}

/** Takes a chip out of a cool-down; one that is not in it changes nothing. @throws ServiceError `not-found`. */
export function unassignChip(ctx: ProjectContext, cooldownId: string, chipId: string): Promise<CooldownRecord> {
  return change(ctx, cooldownId, (cooldown, deleted) => (deleted.has(chipId) ? undefined : without(cooldown, chipId)));
}

/**
 * Gives the fields of a cool-down that a change has written what they were, and takes its chips back (rule UNDO-8).
 * @throws ServiceError `not-found`; `conflict` where one of them has changed since, and as for every change.
 */
export function restoreCooldown(ctx: ProjectContext, kept: KeptCooldown): Promise<CooldownRecord> {
  const { cooldownId, before, added, removed } = kept;
  return change(ctx, cooldownId, (cooldown) => {
    refuseChanged(cooldown, kept);
    const { note, endedAt, ...others } = before;
    return {
      ...cooldown,
      ...others,
      ...('endedAt' in before && { endedAt: endedAt ?? undefined }),
      ...(note && { note: { ...note, updatedBy: ctx.actor.user.username, updatedAt: nowOf(ctx) } }),
      chipIds: [...cooldown.chipIds.filter((id) => !added.includes(id)), ...removed],
    };
  });
}

function refuseChanged(cooldown: CooldownRecord, { cooldownId, after, added, removed }: KeptCooldown): void {
  const field = editedFields.find(
    (one) => one in after && !isDeepStrictEqual(cooldown[one] ?? null, after[one] ?? null),
  );
  const gone = added.find((id) => !cooldown.chipIds.includes(id));
  const back = removed.find((id) => cooldown.chipIds.includes(id));
  const what =
    (field && `its ${words[field]} is another one`) ??
    (gone && `chip '${gone}' is not in it any more`) ??
    (back && `chip '${back}' is in it again`);
  if (what) throw conflict(`Cool-down '${cooldownId}' has changed since: ${what}`, 'changed_since');
}

const words = {
  cryoId: 'cryostat',
  description: 'description',
  startedAt: 'start',
  endedAt: 'end',
  wiringInfo: 'wiring',
  wiringBlocks: 'wiring',
  note: 'note',
} as const;

/**
 * Deletes a cool-down. Data that was written under it keeps its id.
 * @throws ServiceError `not-found`; `conflict` while it lists chips or has data and `force` is not given.
 */
export async function deleteCooldown(ctx: ProjectContext, cooldownId: string, force: boolean): Promise<void> {
  await retryOnConflict(orRefuse(`Cool-down '${cooldownId}'`), async () => {
    const before = await readCooldown(ctx, cooldownId);
    // Data needs a chip in the cool-down: without one, none can be added between this check and the delete.
    if (!force) await refuseInUse(ctx, before);
    await writeCooldown(ctx, ctx.projectId, { before, after: undefined });
  });
}

async function refuseInUse(ctx: ProjectContext, { projectId, cooldownId, chipIds }: CooldownRecord): Promise<void> {
  const instead = 'pass force=true to delete it anyway';
  const deleted = chipIds.length > 0 ? await listDeletedChipIds(ctx.db, projectId) : new Set();
  const shown = chipIds.filter((id) => !deleted.has(id));
  if (shown.length > 0) throw conflict(`Cool-down '${cooldownId}' lists ${countOf(shown)}; ${instead}`, 'not_empty');
  if (chipIds.length > 0)
    throw conflict(
      `Cool-down '${cooldownId}' lists ${countOf(chipIds)} that can still be restored after a deletion; ${instead}`,
      'not_empty',
    );
  if (await hasCooldownData(ctx.db, projectId, cooldownId))
    throw conflict(`Cool-down '${cooldownId}' has data that was recorded in it; ${instead}`, 'not_empty');
}

const countOf = ({ length }: readonly string[]): string => (length === 1 ? '1 chip' : `${length} chips`);

/** Takes a chip out of a cool-down while `guard` holds, its deletion; may be repeated, and the cool-down may be gone. */
export async function removeChipFromCooldown(
  ctx: Context,
  { projectId, chipId }: { projectId: string; chipId: string },
  cooldownId: string,
  guard: Guard,
): Promise<void> {
  await retryOnConflict(orRefuse(`Cool-down '${cooldownId}'`), async () => {
    const before = await getCooldown(ctx.db, projectId, cooldownId);
    const after = before && without(recordOf(before), chipId);
    const change = after && { before, after: { ...after, updatedAt: nowOf(ctx) }, guard };
    if (change) await writeCooldown(ctx, projectId, change);
  });
}

const without = (cooldown: CooldownRecord, chipId: string): CooldownRecord | undefined =>
  cooldown.chipIds.includes(chipId)
    ? { ...cooldown, chipIds: cooldown.chipIds.filter((id) => id !== chipId) }
    : undefined;

const recordOf = ({ rev: _rev, ...record }: CooldownRecord & { rev: number }): CooldownRecord => record;

/** Reads, changes and writes a cool-down until there was no conflict; `make` answers undefined if nothing changes. */
function change(
  ctx: ProjectContext,
  cooldownId: string,
  make: (cooldown: CooldownRecord, deletedChips: ReadonlySet<string>) => CooldownRecord | undefined,
  unknown?: UnknownChip,
): Promise<CooldownRecord> {
  return retryOnConflict(orRefuse(`Cool-down '${cooldownId}'`), async () => {
    const [before, deleted] = await Promise.all([
      readCooldown(ctx, cooldownId),
      listDeletedChipIds(ctx.db, ctx.projectId),
    ]);
    const changed = make(recordOf(before), deleted);
    if (!changed) return before;
    const after = { ...changed, updatedAt: nowOf(ctx) };
    const guard: Guard = (transaction) => addCooldownEntry(transaction, ctx, before, after);
    await writeCooldown(ctx, ctx.projectId, { before, after, guard }, unknown);
    return after;
  });
}
