import type { Item } from '#shared/kernel/store/dynamodb/codec.ts';
import { batchWriteItems, type Database } from '#shared/kernel/store/dynamodb/database.ts';
import { scanSegments } from '#shared/kernel/store/dynamodb/segmented-scan.ts';

/** Progress of a copy, in items. */
export interface TableCopy {
  copied: number;
  deleted: number;
}

/**
 * Copies every item of one table into another and overwrites items with the same key, so that a restored table becomes
 * the content of the live one. `exact` also deletes what the source lacks, and keeps the source's keys in memory. It is
 * not atomic but can be repeated; no one else may write meanwhile.
 * @param segments parallel reads of parts of the table, and parallel page writes.
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

/** Processes each page of a table, with one worker per segment. */
async function forEachPage(db: Database, segments: number, work: (items: Item[]) => Promise<void>): Promise<void> {
  const pages = scanSegments(db, { ConsistentRead: true }, segments);
  const worker = async () => {
    for (let page = await pages.next(); !page.done; page = await pages.next()) await work(page.value);
  };
  await Promise.all(Array.from({ length: segments }, worker));
}

const keyText = ({ pk, sk }: Item): string => JSON.stringify([pk, sk]);
