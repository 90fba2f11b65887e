import { ifDayFence } from '../../chips/store/chip-conditions.ts';
import { type ChipRecord, chipEntity, isKept } from '../../chips/store/chips.ts';
import { forEachConcurrent } from '../../kernel/concurrency.ts';
import { type Context, nowOf } from '../../kernel/context.ts';
import { conflict, invalid, type ServiceError, unknownReference } from '../../kernel/errors.ts';
import { firstRevision, type Stored } from '../../kernel/store/dynamodb/codec.ts';
import { staleRead } from '../../kernel/store/dynamodb/conflict.ts';
import { allOf, batchGetItems, ifAbsent, ifRevision } from '../../kernel/store/dynamodb/database.ts';
import type { Guard } from '../../kernel/store/dynamodb/guarded-writer.ts';
import { Transaction, transactionLimit } from '../../kernel/store/dynamodb/transaction.ts';
import { revise } from '../../kernel/store/dynamodb/update.ts';
import { chipKeys, cooldownKeys } from '../../kernel/store/keys.ts';
import { addHeads, listsOf } from '../../kernel/store/list-heads.ts';
import { beforeChange } from '../../values/verbs/days/chip-state.ts';
import {
  COOLDOWN_CHIP_LIMIT,
  type CooldownRefusal,
  hasValidPeriod,
  isOngoing,
  movedChips,
  type Placement,
  placeChip,
  placeInCryostat,
} from '../rules/cooldown.ts';
import { type CooldownRecord, type CryostatRecord, cooldownEntity, cryostatEntity } from '../store/cooldowns.ts';

/** The present and the wanted cool-down; undefined: none. At least one of the two exists. */
export interface CooldownChange {
  before: Stored<CooldownRecord> | undefined;
  after: CooldownRecord | undefined;
  /** An additional condition of the write. */
  guard?: Guard | undefined;
}

/** The refusal of a chip that is not there: `invalid` where a body names it, `not-found` where a path does. */
export type UnknownChip = (detail: string) => ServiceError;

/**
 * The one write of cool-downs (docs/design/write-protocols.md#cool-downs): the cool-down, the pointers of every chip
 * that it moves and its cryostat's, in one transaction over what was read.
 * @throws StaleReadError when something was written meanwhile; ServiceError `conflict` that names the other ongoing
 * cool-down, for a new id that is taken, or for a chip beyond the limit; `invalid` for an end before the start, an
 * unknown cryostat, or too many chips at once; `unknown` for a missing chip.
 */
export async function writeCooldown(
  ctx: Context,
  projectId: string,
  change: CooldownChange,
  unknown: UnknownChip = (detail) => unknownReference(detail),
): Promise<void> {
  const { before, after } = change;
  const cooldownId = (after ?? before)?.cooldownId ?? '';
  if (after && !hasValidPeriod(after))
    throw invalid(`Cool-down '${cooldownId}' cannot end at ${after.endedAt}, before it starts at ${after.startedAt}`);
  const { chips, cryostats } = await readAffected(ctx, projectId, change, unknown);
  if (after && after.chipIds.length > COOLDOWN_CHIP_LIMIT)
    throw conflict(`Cool-down '${cooldownId}' has ${COOLDOWN_CHIP_LIMIT} chips, the maximum`, 'limit_reached');
  const transaction = new Transaction(ctx.db);
  change.guard?.(transaction);
  const now = nowOf(ctx);
  addCooldown(transaction, projectId, cooldownId, change, now);
  for (const cryostat of cryostats) {
    const { ongoingCooldownId, cooldownCount } = placementOf(placeInCryostat(cryostat, cooldownId, before, after));
    const key = cooldownKeys.cryostat(projectId, cryostat.cryoId);
    const fields = { ongoingCooldownId, cooldownCount };
    transaction.update(key, revise(fields), ifRevision(cryostat.rev), staleRead);
  }
  const places = chips.map((chip) => placementOf(placeChip<ChipRecord>(chip, cooldownId, after)));
  const moved = chips.filter((chip, n) => places[n]?.currentCooldownId !== chip.currentCooldownId);
  const earlier = new Map<string, Pick<ChipRecord, 'earlier'>>();
  await forEachConcurrent(moved, 16, async (chip) => {
    earlier.set(chip.chipId, await beforeChange(ctx, chip, now));
  });
  for (const [n, chip] of chips.entries()) {
    const fields = { ...places[n], ...earlier.get(chip.chipId) };
    transaction.update(
      chipKeys.chip(projectId, chip.chipId),
      revise(fields),
      allOf(ifRevision(chip.rev), ifDayFence(chip)),
      staleRead,
    );
  }
  if (transaction.size > transactionLimit)
    throw invalid(
      `${chips.length} chips move in and out of cool-down '${cooldownId}' at once; change them in two steps`,
    );
  await transaction.commit();
}

function addCooldown(
  transaction: Transaction,
  projectId: string,
  cooldownId: string,
  { before, after }: CooldownChange,
  at: string,
): void {
  const condition = before ? ifRevision(before.rev) : ifAbsent;
  const failed = before ? staleRead : () => cooldownExists(projectId, cooldownId);
  if (after) {
    const rev = before ? before.rev + 1 : firstRevision(after.createdAt);
    transaction.put(cooldownEntity.encode(after, rev), condition, failed);
  } else transaction.delete(cooldownKeys.cooldown(projectId, cooldownId), condition, failed);
  addHeads(
    transaction,
    { projectId, at },
    [before, after].flatMap((one) => listsOf(one && cooldownEntity.keys(one))),
  );
}

/** 409 of an id that is taken. */
export const cooldownExists = (projectId: string, cooldownId: string): ServiceError =>
  conflict(`Cool-down '${cooldownId}' already exists in project '${projectId}'`, 'already_exists');

/** Cryostats and chips that the change moves, in one read. Chips that are gone, or being removed, are left out. */
async function readAffected(
  ctx: Context,
  projectId: string,
  { before, after }: CooldownChange,
  unknown: UnknownChip,
): Promise<{ chips: Stored<ChipRecord>[]; cryostats: Stored<CryostatRecord>[] }> {
  const chipIds = movedChips(before, after);
  const sameLoad = before?.cryoId === after?.cryoId && isOngoing(before) === isOngoing(after);
  const cryoIds = sameLoad ? [] : [...new Set([before?.cryoId, after?.cryoId])].filter((id) => id !== undefined);
  const items = await batchGetItems(ctx.db, [
    ...cryoIds.map((id) => cooldownKeys.cryostat(projectId, id)),
    ...chipIds.map((id) => chipKeys.chip(projectId, id)),
  ]);
  const cryostats = cryoIds.flatMap((id, n) => {
    const item = items[n];
    if (!item && id === after?.cryoId) throw unknownReference(`Cryostat '${id}' not found in project '${projectId}'`);
    return item ? [cryostatEntity.decode(item)] : [];
  });
  const chips = chipIds.flatMap((id, n) => {
    const item = items[cryoIds.length + n];
    const chip = item && chipEntity.decode(item);
    // A deleted chip that can be restored keeps its place, and joins no other cool-down.
    const isIn = before?.chipIds.includes(id) ?? false;
    if (chip && (isIn ? isKept(chip) : !chip.deletingAt)) return [chip];
    const added = after?.chipIds.includes(id) && !isIn;
    if (added) throw unknown(`Chip '${id}' not found in project '${projectId}'`);
    return [];
  });
  return { chips, cryostats };
}

function placementOf<T>(placed: Placement<T>): T {
  if (placed.ok) return placed.place;
  throw refusalOf(placed.refusal);
}

function refusalOf(refusal: CooldownRefusal): ServiceError {
  switch (refusal.reason) {
    case 'chip_elsewhere':
      return conflict(
        `Chip '${refusal.chipId}' is in cool-down '${refusal.cooldownId}', which is ongoing`,
        'cooldown_ongoing',
      );
    case 'cryostat_occupied':
      return conflict(
        `Cryostat '${refusal.cryoId}' is in cool-down '${refusal.cooldownId}', which is ongoing`,
        'cooldown_ongoing',
      );
    case 'cryostat_decommissioned':
      return conflict(
        `Cryostat '${refusal.cryoId}' is decommissioned; no cool-down can be ongoing in it`,
        'cryostat_decommissioned',
      );
  }
}
