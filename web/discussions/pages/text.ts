import { useQuery } from '@tanstack/react-query';
import { threadBounds } from '#shared/discussions/rules/bounds.ts';
import { mayDelete, mayEditWords, maySort } from '#shared/discussions/rules/rights.ts';
import { meQuery, useOwnRole } from '../../ui/lib/api/queries.ts';
import type { Post } from '../../ui/lib/api/wire.ts';

/** The permissions of the caller for a post (rule THREAD-4); none until the caller is known. */
export function useRights(post: Post) {
  const me = useQuery(meQuery()).data;
  const role = useOwnRole();
  if (!me || role === undefined) return { mayEdit: false, mayDelete: false, maySort: false };
  const by = { userId: me.user_id, username: me.username, role };
  const authored = { authorUserId: post.user_id ?? '', assignees: post.assignees };
  return { mayEdit: mayEditWords(by, authored), mayDelete: mayDelete(by, authored), maySort: maySort(by, authored) };
}

/** What a post may contain, in the words of its form. */
export const contentHint = 'Markdown; @name mentions a user';

/** The problem with the text of a post; undefined if it is valid. */
export function contentProblem(content: string): string | undefined {
  const length = [...content].length;
  const { contentLength } = threadBounds;
  return length > contentLength ? `${length - contentLength} characters too long` : undefined;
}
