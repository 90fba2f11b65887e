import { staleReadOf } from '../../kernel/store/dynamodb/conflict.ts';
import type { Transaction } from '../../kernel/store/dynamodb/transaction.ts';
import { chipKeys } from '../../kernel/store/keys.ts';
import { ifSameKeptChip } from '../store/chip-conditions.ts';
import type { ChipRecord } from '../store/chips.ts';

/** How often a consumer tries before the record of the stream is delivered to it again. */
export const streamAttempts = 20;

/** The same chip is still there: nothing is written behind its deletion, nor into another one of the same id. */
export function checkChip(transaction: Transaction, { projectId, chipId, createdAt }: ChipRecord): void {
  transaction.check(
    chipKeys.chip(projectId, chipId),
    { expression: 'attribute_not_exists(deletingAt) AND createdAt = :created', values: { ':created': createdAt } },
    staleReadOf(`Chip '${chipId}'`),
  );
}

/** The same for derived data, which is also written for a deleted chip that can be restored (rule CHIP-18). */
export const checkKeptChip = (transaction: Transaction, chip: ChipRecord): Transaction =>
  transaction.check(
    chipKeys.chip(chip.projectId, chip.chipId),
    ifSameKeptChip(chip),
    staleReadOf(`Chip '${chip.chipId}'`),
  );
