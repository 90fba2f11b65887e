import { type Database, queryPages } from './dynamodb/database.ts';
import { decodePart } from './keys/parts.ts';

/** The ids that the sort keys behind a prefix hold, page by page and without their items. */
export async function* listIds(db: Database, { pk, prefix }: { pk: string; prefix: string }): AsyncGenerator<string> {
  for await (const page of queryPages(db, { pk, prefix, attributes: ['sk'] }))
    for (const { sk } of page) yield decodePart(String(sk).slice(prefix.length));
}
