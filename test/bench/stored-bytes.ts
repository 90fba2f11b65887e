import type { Item } from '#shared/kernel/store/dynamodb/codec.ts';
import { slimAttributes, tableDefinition } from '#shared/kernel/store/dynamodb/table.ts';
import { itemBytes } from './item-size.ts';

export type TableIndex = (typeof tableDefinition.indexes)[number];

/** What DynamoDB adds to each item, and to each entry of an index, when it charges for what is stored. */
const overheadBytes = 100;

/** What an index carries of an item; undefined where it is not on it. */
export function indexEntry({ partitionKey, sortKey, projection }: TableIndex, item: Item): Item | undefined {
  if (item[partitionKey] === undefined) return undefined;
  if (projection === 'all') return item;
  const names = ['pk', 'sk', partitionKey, sortKey, ...slimAttributes];
  return Object.fromEntries(names.flatMap((name) => (item[name] === undefined ? [] : [[name, item[name]]])));
}

/** Bytes that are charged for an item, on the table and on its indexes. */
export function storedBytes(item: Item): number {
  const entries = tableDefinition.indexes
    .map((index) => indexEntry(index, item))
    .filter((entry) => entry !== undefined);
  return [item, ...entries].reduce<number>((sum, entry) => sum + itemBytes(entry) + overheadBytes, 0);
}
