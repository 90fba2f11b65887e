import { discussionOperations } from '#shared/contract/operations/discussions.ts';
import { invalid } from '#shared/errors.ts';
import { createReply } from '#shared/services/threads/create-reply.ts';
import { createThread } from '#shared/services/threads/create-thread.ts';
import { endpoint } from '../../http/endpoint.ts';
import { assigneesOf, subjectsOf } from '../thread-request.ts';
import { postReply } from './present.ts';

export const createForumPost = endpoint(discussionOperations.createForumPost, async ({ ctx, body }) => {
  const { content, category, status } = body;
  const contentBlocks = JSON.stringify(body.content_blocks ?? []);
  if (body.parent_id) return postReply(await createReply(ctx, { parentId: body.parent_id, content, contentBlocks }));
  if (!body.title) throw invalid('A thread needs a title', [{ path: 'body.title', message: 'must be given' }]);
  const assignees = assigneesOf(body) ?? [];
  const thread = { title: body.title, content, contentBlocks, category, status, labels: body.labels ?? [], assignees };
  return postReply({ thread: await createThread(ctx, { ...thread, subjects: subjectsOf(body) }) });
});
