import { addToStatistics, type CountChanges, changedCounts } from '../../store/chip-statistics.ts';
import type { ChipRecord } from '../../store/chips.ts';
import type { Item, Stored } from '../../store/codec.ts';
import type { Condition } from '../../store/database.ts';
import { chipKeys } from '../../store/keys.ts';
import type { Transaction } from '../../store/transaction.ts';

/**
 * An expression that adds to the counts of an execution, which are a map that `ADD` cannot reach into, and moves its
 * cursor where one is given.
 */
export function executionUpdate(
  changes: CountChanges,
  cursor?: number,
): { expression: string; names: Record<string, string>; values: Item } {
  const names: Record<string, string> = { '#rev': 'rev' };
  const values: Item = { ':one': 1 };
  const sets: string[] = [];
  for (const [status, change] of changedCounts(changes)) {
    names['#counts'] = 'taskCounts';
    values[':zero'] = 0;
    names[`#${status}`] = status;
    values[`:${status}`] = change;
    sets.push(`#counts.#${status} = if_not_exists(#counts.#${status}, :zero) + :${status}`);
  }
  if (cursor !== undefined) {
    names['#cursor'] = 'cursor';
    values[':cursor'] = cursor;
    sets.push('#cursor = :cursor');
  }
  return { expression: `${sets.length > 0 ? `SET ${sets.join(', ')} ` : ''}ADD #rev :one`, names, values };
}

/** Adds to the statistics of a chip; one that was deleted has none, and gets none. */
export function addStatistics(
  transaction: Transaction,
  chip: { projectId: string; chipId: string; exists: boolean },
  changes: CountChanges,
): void {
  if (!chip.exists || changedCounts(changes).length === 0) return;
  const { key, update } = addToStatistics(chip.projectId, chip.chipId, changes);
  transaction.update(key, update);
}

/** The chip stands, in the same cool-down, or stands no more, as it was read. */
export function ifChipAsRead(chip: Stored<ChipRecord> | undefined): Condition {
  if (!chip) return { expression: 'attribute_not_exists(pk) OR attribute_exists(deletingAt)' };
  const alive = 'attribute_exists(pk) AND attribute_not_exists(deletingAt)';
  const loaded = chip.currentCooldownId;
  if (loaded === undefined) return { expression: `${alive} AND attribute_not_exists(currentCooldownId)` };
  return { expression: `${alive} AND currentCooldownId = :loaded`, values: { ':loaded': loaded } };
}

/** The key of the chip that results are of. */
export const chipKeyOf = (of: { projectId: string; chipId: string }) => chipKeys.chip(of.projectId, of.chipId);
