import { discussionOperations } from '#shared/contract/operations/discussions.ts';
import { readPost } from '#shared/services/threads/read-threads.ts';
import { endpoint } from '../../http/endpoint.ts';
import { postReply } from './present.ts';

export const getForumPost = endpoint(discussionOperations.getForumPost, async ({ ctx, params }) =>
  postReply(await readPost(ctx, params.post_id)),
);
