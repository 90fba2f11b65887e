import { type Database, getItem, queryAll } from '#shared/kernel/store/dynamodb/database.ts';
import { itemBytes, readUnits } from './item-size.ts';
import type { MeteredCall } from './meter.ts';
import type { Contribution } from './read-case.ts';

/**
 * What the items that contribute to an answer cost at the least: each by its own, a range as one query, at the
 * consistency at which the service reads their partition.
 */
export async function minimumUnits(
  db: Database,
  contributions: readonly Contribution[],
  calls: readonly MeteredCall[],
): Promise<number> {
  const isConsistent = (pk: string) => calls.some((call) => call.consistent && call.partitions.includes(pk));
  let units = 0;
  for (const contribution of contributions) {
    if ('query' in contribution) {
      const items = (await queryAll(db, contribution.query)).slice(0, contribution.limit);
      const bytes = items.reduce((sum, item) => sum + itemBytes(item), 0);
      units += readUnits(bytes, isConsistent(contribution.query.pk));
      continue;
    }
    for (const key of contribution.get) {
      const item = await getItem(db, key);
      units += readUnits(item ? itemBytes(item) : 0, isConsistent(key.pk));
    }
  }
  return units;
}
