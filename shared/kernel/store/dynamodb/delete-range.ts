import type { Key } from '../keys.ts';
import { batchWriteItems, type Database, type QueryRange, queryPages } from './database.ts';

/** Deletes the items of a range, page by page. */
export async function deleteRange(
  db: Database,
  range: QueryRange,
  wanted: (key: Key) => boolean = () => true,
): Promise<void> {
  for await (const items of queryPages(db, range)) {
    const keys = items.map((item) => item as unknown as Key).filter(wanted);
    await batchWriteItems(
      db,
      keys.map((key) => ({ delete: key })),
    );
  }
}
