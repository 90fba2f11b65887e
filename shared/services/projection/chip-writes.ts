import { setTimeout as sleep } from 'node:timers/promises';
import type { ChipRecord } from '../../store/chips.ts';
import { chipKeys } from '../../store/keys.ts';
import type { Transaction } from '../../store/transaction.ts';
import { Moved } from '../cooldowns/moved.ts';

export { Moved } from '../cooldowns/moved.ts';

const attempts = 20;

/**
 * Does work that throws `Moved` again until nobody comes in between.
 * @throws Moved when others keep writing: the record of the stream is delivered again.
 */
export async function untilUnmoved<T>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof Moved) || attempt === attempts) throw error;
      await sleep(Math.random() * 10 * attempt);
    }
  }
}

/** The same chip is still there: nothing is written behind its deletion, nor into another one of the same id. */
export function checkChip(transaction: Transaction, { projectId, chipId, createdAt }: ChipRecord): void {
  transaction.check(
    chipKeys.chip(projectId, chipId),
    { expression: 'attribute_not_exists(deletingAt) AND createdAt = :created', values: { ':created': createdAt } },
    () => new Moved(`Chip '${chipId}' was deleted meanwhile`),
  );
}
