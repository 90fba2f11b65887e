import type { ChipRecord } from '../../store/chips/chips.ts';
import { staleReadOf } from '../../store/dynamodb/conflict.ts';
import type { Transaction } from '../../store/dynamodb/transaction.ts';
import { chipKeys } from '../../store/keys.ts';

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
