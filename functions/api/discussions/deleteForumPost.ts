import { discussionOperations } from '#shared/contract/operations/discussions.ts';
import { deletePost } from '#shared/services/threads/delete-post.ts';
import { endpoint } from '../../http/endpoint.ts';

export const deleteForumPost = endpoint(discussionOperations.deleteForumPost, async ({ ctx, params }) => {
  await deletePost(ctx, params.post_id);
  return { message: 'Post deleted' };
});
