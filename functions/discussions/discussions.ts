import { discussionOperations } from '#shared/discussions/contract/operations/discussions.ts';
import { isReplyId } from '#shared/discussions/rules/post-id.ts';
import { createCategory, readCategories, updateCategory } from '#shared/discussions/verbs/categories.ts';
import { createReply } from '#shared/discussions/verbs/create-reply.ts';
import { createThread } from '#shared/discussions/verbs/create-thread.ts';
import { deletePost } from '#shared/discussions/verbs/delete-post.ts';
import { updateReply } from '#shared/discussions/verbs/edit-reply.ts';
import { updateThread } from '#shared/discussions/verbs/edit-thread.ts';
import { listReplies, listRevisions, listThreads, readPost } from '#shared/discussions/verbs/read-threads.ts';
import { searchThreads } from '#shared/discussions/verbs/search-threads.ts';
import { type DiscussedTarget, summarizeThreads } from '#shared/discussions/verbs/summarize-threads.ts';
import { invalid } from '#shared/kernel/errors.ts';
import { endpoint } from '../http/endpoint.ts';
import { pageOf } from '../http/page.ts';
import { postReply, presentCategory, presentReply, presentRevision, presentThread } from './present.ts';
import { assigneesOf, refuseThreadFields, subjectsAfter, subjectsOf } from './thread-request.ts';

export const closeForumPost = endpoint(discussionOperations.closeForumPost, async ({ ctx, params, body }) => {
  await updateThread(ctx, params.post_id, { status: { status: 'resolved', reason: body.reason } });
  return { message: 'Thread closed' };
});

export const createForumCategory = endpoint(discussionOperations.createForumCategory, async ({ ctx, body }) => {
  const { key, sort_order: sortOrder, ...same } = body;
  const category = await createCategory(ctx, { ...same, key: key ?? undefined, sortOrder: sortOrder ?? undefined });
  return presentCategory(ctx.projectId, category);
});

export const createForumPost = endpoint(discussionOperations.createForumPost, async ({ ctx, body }) => {
  const { content, category, status } = body;
  const contentBlocks = JSON.stringify(body.content_blocks ?? []);
  if (body.parent_id) return postReply(await createReply(ctx, { parentId: body.parent_id, content, contentBlocks }));
  if (!body.title) throw invalid('A thread needs a title', [{ path: 'body.title', message: 'must be given' }]);
  const assignees = assigneesOf(body) ?? [];
  const thread = { title: body.title, content, contentBlocks, category, status, labels: body.labels ?? [], assignees };
  return postReply({ thread: await createThread(ctx, { ...thread, subjects: subjectsOf(body) }) });
});

export const deleteForumCategory = endpoint(discussionOperations.deleteForumCategory, async ({ ctx, params }) => {
  await updateCategory(ctx, params.category_key, { archived: true });
  return { message: `Category '${params.category_key}' archived` };
});

export const deleteForumPost = endpoint(discussionOperations.deleteForumPost, async ({ ctx, params }) => {
  await deletePost(ctx, params.post_id);
  return { message: 'Post deleted' };
});

export const getChipDiscussionsSummary = endpoint(
  discussionOperations.getChipDiscussionsSummary,
  async ({ ctx, params }) => {
    const { total, targets } = await summarizeThreads(ctx, params.chip_id);
    const layer = (wanted: DiscussedTarget['kind']) => targets.filter(({ kind }) => kind === wanted).map(presentTarget);
    return { chip_id: params.chip_id, total: total ?? null, qubits: layer('qubit'), couplings: layer('coupling') };
  },
);

const presentTarget = ({ id, threads, newest: { threadId, number, title } }: DiscussedTarget) => ({
  ...{ target_id: id, threads, newest: { id: threadId, number, title } },
});

export const getForumPost = endpoint(discussionOperations.getForumPost, async ({ ctx, params }) =>
  postReply(await readPost(ctx, params.post_id)),
);

export const getForumPostReplies = endpoint(
  discussionOperations.getForumPostReplies,
  async ({ ctx, params, query }) => {
    const { thread, replies } = await listReplies(ctx, params.post_id, query);
    return replies.map((reply) => presentReply(thread, reply));
  },
);

export const listForumCategories = endpoint(discussionOperations.listForumCategories, async ({ ctx, query }) => {
  const categories = (await readCategories(ctx)).filter(({ archived }) => query.include_archived || !archived);
  const page = { total: categories.length, skip: 0, limit: categories.length, next_cursor: null };
  return { categories: categories.map((category) => presentCategory(ctx.projectId, category)), ...page };
});

export const listForumPostRevisions = endpoint(
  discussionOperations.listForumPostRevisions,
  async ({ ctx, params, query }) => {
    const page = await listRevisions(ctx, params.post_id, query);
    return { revisions: page.records.map(presentRevision), ...pageOf(page) };
  },
);

export const listForumPosts = endpoint(discussionOperations.listForumPosts, async ({ ctx, query }) => {
  const { status, category, label, author, assignee, number, cooldown_id: cooldownId, q, ...about } = query;
  const subject = {
    chipId: about.chip_id,
    targetType: about.target_type,
    targetId: about.target_id,
    metricKey: about.metric_key,
    taskId: about.task_id,
    executionId: about.execution_id,
  };
  const filter = { status, category, label, author, assignee, number, subjects: [subject, { cooldownId }] };
  const page = await (q === undefined ? listThreads(ctx, filter, query) : searchThreads(ctx, q, filter, query));
  return { posts: page.records.map(presentThread), ...pageOf(page) };
});

export const reopenForumPost = endpoint(discussionOperations.reopenForumPost, async ({ ctx, params }) => {
  await updateThread(ctx, params.post_id, { reopen: true });
  return { message: 'Thread reopened' };
});

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
