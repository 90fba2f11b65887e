import { discussionOperations } from '#shared/contract/operations/discussions.ts';
import { updateCategory } from '#shared/services/threads/categories.ts';
import { endpoint } from '../../http/endpoint.ts';
import { presentCategory } from './present.ts';

export const updateForumCategory = endpoint(discussionOperations.updateForumCategory, async ({ ctx, params, body }) => {
  const category = await updateCategory(ctx, params.category_key, {
    name: body.name ?? undefined,
    description: body.description ?? undefined,
    color: body.color ?? undefined,
    icon: body.icon ?? undefined,
    sortOrder: body.sort_order ?? undefined,
    archived: body.is_archived ?? undefined,
  });
  return presentCategory(ctx.projectId, category);
});
