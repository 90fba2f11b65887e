import { discussionOperations } from '#shared/contract/operations/discussions.ts';
import { updateThread } from '#shared/services/threads/edit-thread.ts';
import { endpoint } from '../../http/endpoint.ts';

export const closeForumPost = endpoint(discussionOperations.closeForumPost, async ({ ctx, params, body }) => {
  await updateThread(ctx, params.post_id, { status: { status: 'resolved', reason: body.reason } });
  return { message: 'Thread closed' };
});
