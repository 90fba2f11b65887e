import { parsePostId } from '#shared/discussions/rules/post-id.ts';
import type { Subject } from '#shared/discussions/rules/subject.ts';
import type { ReplyRecord, ThreadRecord } from '#shared/discussions/store/threads.ts';
import { readCategories } from '#shared/discussions/verbs/categories.ts';
import { createReply } from '#shared/discussions/verbs/create-reply.ts';
import { createThread } from '#shared/discussions/verbs/create-thread.ts';
import { deletePost } from '#shared/discussions/verbs/delete-post.ts';
import { updateReply } from '#shared/discussions/verbs/edit-reply.ts';
import { type ThreadChanges, updateThread } from '#shared/discussions/verbs/edit-thread.ts';
import { readIssue, taskOf, unknownIssue } from '#shared/discussions/verbs/issues.ts';
import { listReplies, listThreads } from '#shared/discussions/verbs/read-threads.ts';
import type { ProjectContext } from '#shared/kernel/context.ts';
import { invalid, notFound, unknownReference } from '#shared/kernel/errors.ts';
import type { Stored } from '#shared/kernel/store/dynamodb/codec.ts';
import { readTaskResult } from '#shared/results/verbs/read-task-result.ts';

/** A present issue, or a reply to one. */
export interface Issue {
  thread: ThreadRecord;
  reply?: ReplyRecord | undefined;
}

/** Issues, the newest first. @throws ServiceError `invalid` for a `skip` out of bounds. */
export const listIssues = (
  ctx: ProjectContext,
  { taskId, isClosed }: { taskId?: string | undefined; isClosed: boolean },
  page: { skip: number; limit: number },
) =>
  listThreads(ctx, { status: isClosed ? 'resolved' : 'unresolved', subjects: [{ type: 'task_result', taskId }] }, page);

/** Most issues of a task result, and replies to an issue, that are answered without pages. */
const mostAtOnce = { skip: 0, limit: 200 };

/** The issues of a task result, the newest first. @throws ServiceError `not-found` for the result. */
export async function listTaskIssues(ctx: ProjectContext, taskId: string): Promise<Stored<ThreadRecord>[]> {
  const [, { records }] = await Promise.all([
    readTaskResult(ctx, taskId),
    listThreads(ctx, { status: 'all', subjects: [{ type: 'task_result', taskId }] }, mostAtOnce),
  ]);
  return records;
}

/** The replies to an issue. @throws as `readIssue`. */
export async function listIssueReplies(ctx: ProjectContext, issueId: string) {
  if (!parsePostId(issueId)) throw unknownIssue(ctx, issueId);
  const found = await listReplies(ctx, issueId, mostAtOnce);
  if (taskOf(found.thread) === undefined) throw unknownIssue(ctx, issueId);
  return found;
}

/** A new issue of a task result, or a reply to one of its issues. */
export interface NewIssue {
  taskId: string;
  title?: string | undefined;
  content: string;
  parentId?: string | undefined;
}

/**
 * Begins an issue or replies to one.
 * @throws ServiceError `not-found` for the task result; `invalid` for an issue without a title; `unknown-reference` for
 * a parent that is not an issue of the result; and as `createThread` and `createReply`.
 */
export async function createIssue(ctx: ProjectContext, { taskId, title, content, parentId }: NewIssue): Promise<Issue> {
  const result = await readTaskResult(ctx, taskId);
  const words = { content, contentBlocks: '[]' };
  if (parentId !== undefined) {
    const found = await readIssue(ctx, parentId).catch(() => undefined);
    const isOfTask = found?.thread.subjects.some((subject) => subject.taskId === taskId);
    if (!isOfTask) throw unknownReference(`Task result '${taskId}' has no issue '${parentId}'`);
    return createReply(ctx, { parentId, ...words });
  }
  if (title === undefined) throw invalid('An issue needs a title', [{ path: 'body.title', message: 'must be given' }]);
  const category = await categoryFor(ctx, result.taskType);
  const subjects: Subject[] = [{ type: 'task_result', taskId }];
  const thread = { ...words, title, category, labels: [], assignees: [], subjects, status: 'open' as const };
  return { thread: await createThread(ctx, thread, notFound) };
}

/** That of the target where the project has it, else the last of those that take threads. */
async function categoryFor(ctx: ProjectContext, taskType: string): Promise<string> {
  const open = (await readCategories(ctx)).filter(({ archived }) => !archived);
  return (open.find(({ key }) => key === taskType) ?? open.at(-1))?.key ?? '';
}

/** Changes the text of an issue or a reply. @throws as `readIssue`; `forbidden` to everyone but its author. */
export async function updateIssueText(
  ctx: ProjectContext,
  issueId: string,
  { title, content }: { title?: string | undefined; content: string },
): Promise<Issue> {
  const { reply } = await readIssue(ctx, issueId);
  if (!reply) return { thread: await updateThread(ctx, issueId, { title, content }) };
  if (title !== undefined)
    throw invalid('A reply has no title', [{ path: 'body.title', message: 'is of an issue, not of a reply' }]);
  return updateReply(ctx, issueId, { content });
}

/** Closes an issue or opens it again. @throws as `readIssue`; `forbidden` by rule THREAD-4. */
export async function changeIssue(
  ctx: ProjectContext,
  issueId: string,
  change: Pick<ThreadChanges, 'status' | 'reopen'>,
): Promise<void> {
  await readIssue(ctx, issueId);
  await updateThread(ctx, issueId, change);
}

/** Deletes an issue or a reply. @throws as `readIssue`; `forbidden` to everyone but its author and the owner. */
export async function deleteIssue(ctx: ProjectContext, issueId: string): Promise<void> {
  if (!ctx.idempotency?.repeated) await readIssue(ctx, issueId);
  await deletePost(ctx, issueId);
}
