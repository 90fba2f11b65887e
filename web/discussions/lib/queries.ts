import { queryOptions } from '@tanstack/react-query';
import { api } from '../../ui/lib/api/api.ts';
import { followed } from '../../ui/lib/api/followed.ts';
import { inProject } from '../../ui/lib/api/queries.ts';
import type { Post } from '../../ui/lib/api/wire.ts';
import type { AboutSearch, DiscussionsSearch } from './addresses.ts';
import { listQueryOf } from './search.ts';
import { listAboutOf } from './subject.ts';

/** What pages of discussions read. */

/** Key of everything of discussions. */
export const discussionsKey = () => inProject('discussions');

export const categoriesQuery = () =>
  queryOptions({
    queryKey: [...discussionsKey(), 'categories'],
    queryFn: () => api.listForumCategories({ query: { include_archived: true } }).then((page) => page.categories),
  });

export const threadsQuery = (search: DiscussionsSearch) =>
  queryOptions({
    queryKey: [...discussionsKey(), 'list', search],
    queryFn: () => api.listForumPosts({ query: listQueryOf(search) }),
    ...followed,
  });

/** The most threads that the page of their subject shows. */
export const shownAbout = 5;

export const threadsAboutQuery = (about: AboutSearch) =>
  queryOptions({
    queryKey: [...discussionsKey(), 'about', about],
    queryFn: () => api.listForumPosts({ query: { ...listAboutOf(about), status: 'all', limit: shownAbout } }),
  });

export const threadQuery = (postId: string) =>
  queryOptions({
    queryKey: [...discussionsKey(), 'thread', postId],
    queryFn: () => api.getForumPost({ params: { post_id: postId } }),
    ...followed,
  });

/** Every reply of a thread, the oldest first. */
export const repliesQuery = (postId: string) =>
  queryOptions({
    queryKey: [...discussionsKey(), 'replies', postId],
    queryFn: async () => {
      const replies: Post[] = [];
      for (;;) {
        const query = { skip: replies.length, limit: 100 };
        const page = await api.getForumPostReplies({ params: { post_id: postId }, query });
        replies.push(...page);
        if (page.length < query.limit) return replies;
      }
    },
    ...followed,
  });

export const revisionsQuery = (postId: string) =>
  queryOptions({
    queryKey: [...discussionsKey(), 'revisions', postId],
    queryFn: () =>
      api.listForumPostRevisions({ params: { post_id: postId }, query: { limit: 100 } }).then((page) => page.revisions),
  });
