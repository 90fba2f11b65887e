import { staleRead } from '../../kernel/store/dynamodb/conflict.ts';
import { allOf, type Condition } from '../../kernel/store/dynamodb/database.ts';
import type { Transaction } from '../../kernel/store/dynamodb/transaction.ts';
import { updateOf } from '../../kernel/store/dynamodb/update.ts';
import { chipKeys } from '../../kernel/store/keys.ts';
import type { ChipRecord } from './chips.ts';

/** The chip is there: its deletion has not begun. */
export const ifChipNotDeleting: Condition = { expression: 'attribute_exists(pk) AND attribute_not_exists(deletingAt)' };

/** The same chip is there, or deleted and restorable: for data that is derived in the background (rule CHIP-18). */
export const ifSameKeptChip = ({ createdAt }: ChipRecord): Condition => ({
  expression: '(attribute_not_exists(deletingAt) OR attribute_exists(restorableUntil)) AND createdAt = :created',
  values: { ':created': createdAt },
});

/** No day of the chip was begun to be closed since it was read (rule DAY-4). */
export const ifDayFence = ({ dayFence }: ChipRecord): Condition =>
  dayFence === undefined
    ? { expression: 'attribute_not_exists(dayFence)' }
    : { expression: 'dayFence = :fence', values: { ':fence': dayFence } };

/** The chip is there, and in the cool-down in which it was read. */
export const ifChipInCooldown = ({ currentCooldownId: loaded }: ChipRecord): Condition =>
  allOf(
    ifChipNotDeleting,
    loaded === undefined
      ? { expression: 'attribute_not_exists(currentCooldownId)' }
      : { expression: 'currentCooldownId = :loaded', values: { ':loaded': loaded } },
  );

/** The chip is in the cool-down in which it was read; one that was read as absent or being deleted still is. */
export const ifChipUnchanged = (chip: ChipRecord | undefined): Condition =>
  chip ? ifChipInCooldown(chip) : { expression: 'attribute_not_exists(pk) OR attribute_exists(deletingAt)' };

/**
 * Requires a condition of a chip whose targets are written, and that none of its days was closed meanwhile; updates
 * when its newest value was measured. The revision stays, so that an edit of the chip's own fields does not conflict
 * with its results. `isReal`: a worker measured them (rule SIM-2). `newElements`: how many elements the chip gets. `earliest`: when
 * the first of the results began.
 */
export function addLastCalibrated(
  transaction: Transaction,
  chip: ChipRecord,
  condition: Condition,
  newest: string | undefined,
  {
    isReal = false,
    newElements = 0,
    earliest,
  }: { isReal?: boolean; newElements?: number; earliest?: string | undefined } = {},
): void {
  const key = chipKeys.chip(chip.projectId, chip.chipId);
  const { lastCalibratedAt: existing, measuredFrom, createdAt } = chip;
  const required = allOf(condition, ifDayFence(chip));
  const becomesReal = isReal && !chip.hasRealValues;
  const isEarlier = earliest !== undefined && earliest < (measuredFrom ?? createdAt);
  if (newest === existing && !becomesReal && newElements === 0 && !isEarlier) {
    transaction.check(key, required, staleRead);
    return;
  }
  const asRead: Condition =
    existing === undefined
      ? { expression: 'attribute_not_exists(lastCalibratedAt)' }
      : { expression: 'lastCalibratedAt = :existing', values: { ':existing': existing } };
  const update = updateOf({
    set: {
      lastCalibratedAt: newest,
      ...(becomesReal ? { hasRealValues: true } : {}),
      ...(isEarlier ? { measuredFrom: earliest } : {}),
    },
    ...(newElements > 0 && { add: { elementCount: newElements } }),
  });
  const unchanged = allOf(required, asRead);
  transaction.update(key, update, isEarlier ? allOf(unchanged, ifMeasuredFrom(chip)) : unchanged, staleRead);
}

const ifMeasuredFrom = ({ measuredFrom }: ChipRecord): Condition =>
  measuredFrom === undefined
    ? { expression: 'attribute_not_exists(measuredFrom)' }
    : { expression: 'measuredFrom = :measuredFrom', values: { ':measuredFrom': measuredFrom } };
