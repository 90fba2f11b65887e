import { discussionOperations } from '#shared/contract/operations/discussions.ts';
import { createCategory } from '#shared/services/threads/categories.ts';
import { endpoint } from '../../http/endpoint.ts';
import { presentCategory } from './present.ts';

export const createForumCategory = endpoint(discussionOperations.createForumCategory, async ({ ctx, body }) => {
  const { key, sort_order: sortOrder, ...same } = body;
  const category = await createCategory(ctx, { ...same, key: key ?? undefined, sortOrder: sortOrder ?? undefined });
  return presentCategory(ctx.projectId, category);
});
