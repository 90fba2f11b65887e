import { discussionOperations } from '#shared/contract/operations/discussions.ts';
import { readCategories } from '#shared/services/threads/categories.ts';
import { endpoint } from '../../http/endpoint.ts';
import { presentCategory } from './present.ts';

export const listForumCategories = endpoint(discussionOperations.listForumCategories, async ({ ctx, query }) => {
  const categories = (await readCategories(ctx)).filter(({ archived }) => query.include_archived || !archived);
  const page = { total: categories.length, skip: 0, limit: categories.length, next_cursor: null };
  return { categories: categories.map((category) => presentCategory(ctx.projectId, category)), ...page };
});
