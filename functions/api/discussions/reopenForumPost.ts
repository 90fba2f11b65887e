import { discussionOperations } from '#shared/contract/operations/discussions.ts';
import { updateThread } from '#shared/services/threads/edit-thread.ts';
import { endpoint } from '../../http/endpoint.ts';

export const reopenForumPost = endpoint(discussionOperations.reopenForumPost, async ({ ctx, params }) => {
  await updateThread(ctx, params.post_id, { reopen: true });
  return { message: 'Thread reopened' };
});
