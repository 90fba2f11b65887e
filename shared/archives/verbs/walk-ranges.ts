import type { Item } from '../../kernel/store/dynamodb/codec.ts';
import { type Database, type QueryRange, queryPage } from '../../kernel/store/dynamodb/database.ts';

/** A place between two items: the partition, and the sort key behind which it is; empty for its beginning. */
export interface RangePlace {
  pk: string;
  sk: string;
}

/** Some items, each with the place after it. */
export type Found = { item: Item; sk: string }[];

/** Ranges whose first pages are read ahead: many partitions have a few items each. */
const readAhead = 16;

/**
 * The items of ranges, which are in the order of their partitions, from a place on: page by page, so that any number of
 * them takes the memory of a few.
 */
export async function* walkRanges(
  db: Database,
  ranges: readonly QueryRange[],
  after: RangePlace | undefined,
): AsyncGenerator<{ pk: string; found: Found }> {
  const left = ranges.filter(({ pk }) => after === undefined || pk >= after.pk);
  // DynamoDB refuses to start outside of a range; a forged place outside begins the range anew.
  const startOf = ({ pk, prefix = '' }: QueryRange): Item | undefined =>
    after?.pk === pk && after.sk !== '' && after.sk.startsWith(prefix) ? { pk, sk: after.sk } : undefined;
  const begun = left.slice(0, readAhead).map((range) => begin(db, range, startOf(range)));
  for (const [n, range] of left.entries()) {
    const next = left[n + readAhead];
    const { pk } = range;
    let page = await begun[n];
    // Its page is not needed any more.
    delete begun[n];
    if (next) begun[n + readAhead] = begin(db, next, startOf(next));
    for (;;) {
      if (!page) break;
      yield { pk, found: page.items.map((item) => ({ item, sk: String(item.sk) })) };
      if (!page.lastKey) break;
      page = await queryPage(db, range, { startKey: page.lastKey });
    }
  }
}

/** Begins to read; errors are ignored if the page is never used. */
function begin(db: Database, range: QueryRange, startKey: Item | undefined) {
  const page = queryPage(db, range, startKey ? { startKey } : {});
  page.catch(() => undefined);
  return page;
}
