import { useQuery } from '@tanstack/react-query';
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
