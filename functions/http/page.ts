import type { Page } from '#shared/kernel/store/dynamodb/paging.ts';
import type { IndexedPage } from '#shared/kernel/verbs/read-list.ts';

/** The paging fields that every list answers next to its named field (rule API-13). */
export const pageOf = (page: Pick<Page<unknown>, 'total' | 'skip' | 'limit' | 'nextCursor'>) => ({
  total: page.total,
  skip: page.skip,
  limit: page.limit,
  next_cursor: page.nextCursor,
});

/** The same of a list that an index answers (rule READ-4). */
export const indexedPageOf = (page: Omit<IndexedPage<unknown>, 'records'>) => ({
  ...pageOf(page),
  complete_until: page.completeUntil,
});

/** A page of a list that is small enough to read whole. In a list with cursors, `next_cursor` is null. */
export function wholePage<T>(list: readonly T[], { skip, limit }: { skip: number; limit: number }) {
  return {
    records: list.slice(skip, skip + limit),
    page: { total: list.length, skip, limit },
  };
}
