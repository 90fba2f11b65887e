import { discussionOperations } from '#shared/contract/operations/discussions.ts';
import { listReplies } from '#shared/services/threads/read-threads.ts';
import { endpoint } from '../../http/endpoint.ts';
import { presentReply } from './present.ts';

export const getForumPostReplies = endpoint(
  discussionOperations.getForumPostReplies,
  async ({ ctx, params, query }) => {
    const { thread, replies } = await listReplies(ctx, params.post_id, query);
    return replies.map((reply) => presentReply(thread, reply));
  },
);
