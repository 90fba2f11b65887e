import type { Item } from './codec.ts';
import { batchWriteItems, type Database, type QueryRange, queryPage } from './database.ts';
import type { Key } from './keys.ts';

/** Deletes the items of a range, page by page. */
export async function deleteRange(
  db: Database,
  range: QueryRange,
  wanted: (key: Key) => boolean = () => true,
): Promise<void> {
  let startKey: Item | undefined;
  do {
    const page = await queryPage(db, range, startKey ? { startKey } : {});
    const keys = page.items.map((item) => item as unknown as Key).filter(wanted);
    await batchWriteItems(
      db,
      keys.map((key) => ({ delete: key })),
    );
    startKey = page.lastKey;
  } while (startKey);
}
