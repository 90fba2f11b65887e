import { discussionOperations } from '#shared/contract/operations/discussions.ts';
import { isReplyId } from '#shared/domain/threads/post-id.ts';
import { updateReply } from '#shared/services/threads/edit-reply.ts';
import { updateThread } from '#shared/services/threads/edit-thread.ts';
import { endpoint } from '../../http/endpoint.ts';
import { assigneesOf, refuseThreadFields, subjectsAfter } from '../thread-request.ts';
import { postReply } from './present.ts';

export const updateForumPost = endpoint(
  discussionOperations.updateForumPost,
  async ({ ctx, params, headers, body }) => {
    const ifMatch = headers['if-match'];
    const content = body.content ?? undefined;
    const contentBlocks = body.content_blocks ? JSON.stringify(body.content_blocks) : undefined;
    if (isReplyId(params.post_id)) {
      refuseThreadFields(body);
      return postReply(await updateReply(ctx, params.post_id, { content, contentBlocks }, ifMatch));
    }
    const changes = {
      ...{ title: body.title ?? undefined, content, contentBlocks, category: body.category ?? undefined },
      labels: body.labels ?? undefined,
      assignees: assigneesOf(body),
      subjects: subjectsAfter(body),
      status: body.status ? { status: body.status } : undefined,
    };
    return postReply({ thread: await updateThread(ctx, params.post_id, changes, ifMatch) });
  },
);
