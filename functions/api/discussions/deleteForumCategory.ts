import { discussionOperations } from '#shared/contract/operations/discussions.ts';
import { updateCategory } from '#shared/services/threads/categories.ts';
import { endpoint } from '../../http/endpoint.ts';

export const deleteForumCategory = endpoint(discussionOperations.deleteForumCategory, async ({ ctx, params }) => {
  await updateCategory(ctx, params.category_key, { archived: true });
  return { message: `Category '${params.category_key}' archived` };
});
