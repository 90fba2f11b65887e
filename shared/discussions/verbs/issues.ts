import type { ProjectContext } from '../../kernel/context.ts';
import { notInProject } from '../../kernel/errors.ts';
import { parsePostId } from '../rules/post-id.ts';
import type { ThreadRecord } from '../store/threads.ts';
import { type ReadPost, readPost } from './read-threads.ts';

/** Issues are the threads about task results (rule THREAD-11): each of these verbs is that of threads, and refuses others. */

/** The task result that a thread is an issue of; undefined for a thread about none. */
export const taskOf = ({ subjects }: Pick<ThreadRecord, 'subjects'>): string | undefined =>
  subjects.find(({ type }) => type === 'task_result')?.taskId;

export const unknownIssue = (ctx: ProjectContext, issueId: string) => notInProject('Issue', issueId, ctx.projectId);

/** An issue, or a reply to one. @throws ServiceError `not-found`, also for a thread about no task result. */
export async function readIssue(ctx: ProjectContext, issueId: string): Promise<ReadPost> {
  if (!parsePostId(issueId)) throw unknownIssue(ctx, issueId);
  const found = await readPost(ctx, issueId);
  if (taskOf(found.thread) === undefined) throw unknownIssue(ctx, issueId);
  return found;
}
