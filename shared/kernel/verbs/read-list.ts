import { nowOf, type ProjectContext } from '../context.ts';
import { earliest, listCompleteUntil } from '../rules/complete-until.ts';
import type { QueryRange } from '../store/dynamodb/database.ts';
import { type Page, type PageOptions, type PageRequest, readPage } from '../store/dynamodb/paging.ts';
import { listHeadKeys } from '../store/keys.ts';
import { type IndexedList, readHeads } from '../store/list-heads.ts';

/**
 * A page of a list that an index answers, and the instant up to which the list is complete; null if that is unknown.
 */
export type IndexedPage<T> = Page<T> & { completeUntil: string | null };

/**
 * One page of a list that an index answers; its head, read at the same time, tells whether the index is behind (rule
 * READ-7).
 * @throws ServiceError `invalid` for a `skip` or cursor out of bounds.
 */
export function readList<T>(
  ctx: ProjectContext,
  range: QueryRange & IndexedList,
  request: PageRequest,
  options: PageOptions<T>,
): Promise<IndexedPage<T>> {
  const { through = listHeadKeys.lastEntry } = range;
  return withHeads(ctx, [range], () => readPage(ctx.db, { ...range, through }, request, options));
}

/** A page of one or several lists, which must leave out their heads; complete as the one that is furthest behind. */
export async function withHeads<T>(
  ctx: ProjectContext,
  lists: readonly IndexedList[],
  read: () => Promise<Page<T>>,
): Promise<IndexedPage<T>> {
  const now = nowOf(ctx);
  const heads = lists.map(({ index, pk }) => readHeads(ctx.db, ctx.projectId, { index, pk }));
  const [page, ...found] = await Promise.all([read(), ...heads]);
  return {
    ...page,
    completeUntil: earliest(found.map(({ written, shown }) => listCompleteUntil(now, written, shown))),
  };
}
