import { ServiceError } from '../../errors.ts';
import type { Item } from './codec.ts';
import type { Database, QueryRange } from './database.ts';
import { MergedWalk } from './merged-walk.ts';
import { type Page, type PageRequest, skipBudget } from './paging.ts';
import { decodeSortCursor, encodeSortCursor, rangesAfter } from './sort-cursor.ts';

/** What is left of a list of several ranges, and its order. */
export interface MergedPageOptions<T> {
  decode(item: Item): T;
  keep?: ((record: T) => boolean) | undefined;
  ascending: boolean;
}

/**
 * Reads one page of several ranges of an index as of one list, looking at no more than the work budget: a page that ends there
 * has `nextCursor` and may have fewer records than were asked for, and no total.
 * @throws ServiceError `invalid` when `skip` is beyond what is looked at, or the cursor is not one of such a list.
 */
export async function readMergedPage<T>(
  db: Database,
  ranges: readonly QueryRange[],
  request: PageRequest,
  { decode, keep, ascending }: MergedPageOptions<T>,
): Promise<Page<T>> {
  const after = request.cursor === undefined ? undefined : decodeSortCursor(request.cursor);
  const pageSize = keep ? 1000 : request.limit + 2;
  const walk = new MergedWalk(db, rangesAfter(ranges, after, ascending), pageSize, { ascending });
  const records: T[] = [];
  const skip = after === undefined ? request.skip : 0;
  let left = skip;
  let found = 0;
  let last: string | undefined;
  const answer = (whole: boolean): Page<T> => {
    const more = !whole || found > skip + records.length;
    const total = whole && after === undefined ? found : null;
    const nextCursor = more && last !== undefined ? encodeSortCursor(last) : null;
    return { records, total, skip: request.skip, limit: request.limit, nextCursor };
  };
  for (let looked = 0; looked < skipBudget; looked += 1) {
    const next = await walk.next();
    if (!next) return answer(true);
    if (next.sort === after) continue;
    const record = decode(next.item);
    const full = records.length === request.limit;
    if (!full) last = next.sort;
    if (keep && !keep(record)) continue;
    found += 1;
    if (left > 0) left -= 1;
    else if (!full) records.push(record);
    // Behind a cursor nothing is counted.
    else if (after !== undefined) break;
  }
  if (left > 0)
    throw new ServiceError(
      'request_too_broad',
      `skip ${request.skip} is too large; narrow the range or follow 'next_cursor' instead`,
    );
  return answer(false);
}
