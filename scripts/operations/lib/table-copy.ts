import type { Item } from '#shared/store/dynamodb/codec.ts';
import { batchWriteItems, type Database } from '#shared/store/dynamodb/database.ts';
import { scanSegments } from '#shared/store/dynamodb/segmented-scan.ts';

/** What a copy has done, in items. */
export interface TableCopy {
  copied: number;
  deleted: number;
}

/**
 * Copies every item of one table into another, over what stands under the same key: a table that was restored to a
 * point in time becomes the live one's content. `exact` also deletes what the source lacks. Not atomic, and may be
 * repeated: nobody else may write meanwhile. Keeps the source's keys in memory when `exact`.
 * @param segments how many parts of the table are read side by side, and as many pages written.
 */
export async function copyTable(
  source: Database,
  target: Database,
  { exact, segments = 1 }: { exact: boolean; segments?: number },
): Promise<TableCopy> {
  const copiedKeys = new Set<string>();
  let copied = 0;
  await forEachPage(source, segments, async (items) => {
    await batchWriteItems(
      target,
      items.map((item) => ({ put: item })),
    );
    copied += items.length;
    if (exact) for (const item of items) copiedKeys.add(keyText(item));
  });
  return { copied, deleted: exact ? await deleteOthers(target, copiedKeys, segments) : 0 };
}

async function deleteOthers(target: Database, copiedKeys: ReadonlySet<string>, segments: number): Promise<number> {
  let deleted = 0;
  await forEachPage(target, segments, async (items) => {
    const others = items.filter((item) => !copiedKeys.has(keyText(item)));
    await batchWriteItems(
      target,
      others.map(({ pk, sk }) => ({ delete: { pk: String(pk), sk: String(sk) } })),
    );
    deleted += others.length;
  });
  return deleted;
}

/** Does something with each page of a table, with as many at a time as there are segments. */
async function forEachPage(db: Database, segments: number, work: (items: Item[]) => Promise<void>): Promise<void> {
  const pages = scanSegments(db, { ConsistentRead: true }, segments);
  const worker = async () => {
    for (let page = await pages.next(); !page.done; page = await pages.next()) await work(page.value);
  };
  await Promise.all(Array.from({ length: segments }, worker));
}

const keyText = ({ pk, sk }: Item): string => JSON.stringify([pk, sk]);
