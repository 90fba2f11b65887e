import { paginateScan } from '@aws-sdk/client-dynamodb';
import { fromImage } from '#shared/store/dynamodb/attribute-values.ts';
import type { Item } from '#shared/store/dynamodb/codec.ts';
import { batchWriteItems, type Database } from '#shared/store/dynamodb/database.ts';

/** What a copy has done, in items. */
export interface TableCopy {
  copied: number;
  deleted: number;
}

/**
 * Copies every item of one table into another, over what stands under the same key: a table that was restored to a
 * point in time becomes the live one's content. `exact` also deletes what the source lacks. Not atomic, and may be
 * repeated: nobody else may write meanwhile. Keeps the source's keys in memory when `exact`.
 */
export async function copyTable(source: Database, target: Database, exact: boolean): Promise<TableCopy> {
  const copiedKeys = new Set<string>();
  let copied = 0;
  for await (const items of pages(source)) {
    await batchWriteItems(
      target,
      items.map((item) => ({ put: item })),
    );
    copied += items.length;
    if (exact) for (const item of items) copiedKeys.add(keyText(item));
  }
  return { copied, deleted: exact ? await deleteOthers(target, copiedKeys) : 0 };
}

async function deleteOthers(target: Database, copiedKeys: ReadonlySet<string>): Promise<number> {
  let deleted = 0;
  for await (const items of pages(target)) {
    const others = items.filter((item) => !copiedKeys.has(keyText(item)));
    await batchWriteItems(
      target,
      others.map(({ pk, sk }) => ({ delete: { pk: String(pk), sk: String(sk) } })),
    );
    deleted += others.length;
  }
  return deleted;
}

async function* pages({ client, tableName }: Database): AsyncGenerator<Item[]> {
  const request = { TableName: tableName, ConsistentRead: true };
  for await (const { Items = [] } of paginateScan({ client }, request)) yield Items.map(fromImage);
}

const keyText = ({ pk, sk }: Item): string => JSON.stringify([pk, sk]);
