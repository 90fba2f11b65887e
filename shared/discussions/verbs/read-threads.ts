import type { ProjectContext } from '../../kernel/context.ts';
import { notInProject, type ServiceError } from '../../kernel/errors.ts';
import type { Stored } from '../../kernel/store/dynamodb/codec.ts';
import type { QueryRange } from '../../kernel/store/dynamodb/database.ts';
import { type Page, type PageRequest, readPage } from '../../kernel/store/dynamodb/paging.ts';
import { threadKeys } from '../../kernel/store/keys.ts';
import { type PostRef, parsePostId } from '../rules/post-id.ts';
import { hasStatus, type StatusFilter } from '../rules/status.ts';
import { isAbout, placesOf, type SubjectFilter } from '../rules/subject.ts';
import { decodeThreadRow, getThreadsOf, type ThreadRow } from '../store/thread-rows.ts';
import {
  getReply,
  getThread,
  type ReplyRecord,
  type RevisionRecord,
  replyEntity,
  revisionEntity,
  type ThreadRecord,
} from '../store/threads.ts';

/** A post with the thread that it is in; of the thread's own post there is no reply. */
export interface ReadPost {
  thread: Stored<ThreadRecord>;
  reply: Stored<ReplyRecord> | undefined;
}

export const unknownPost = (ctx: ProjectContext, postId: string): ServiceError =>
  notInProject('Post', postId, ctx.projectId);

/** Where a post is. @throws ServiceError `not-found` for what no post is called. */
export function requirePostId(ctx: ProjectContext, postId: string): PostRef {
  const ref = parsePostId(postId);
  if (!ref) throw unknownPost(ctx, postId);
  return ref;
}

/** A thread or a reply. @throws ServiceError `not-found`. */
export async function readPost(ctx: ProjectContext, postId: string): Promise<ReadPost> {
  const { threadId, reply: number } = requirePostId(ctx, postId);
  const [thread, reply] = await Promise.all([
    getThread(ctx.db, ctx.projectId, threadId),
    number === 0 ? undefined : getReply(ctx.db, ctx.projectId, threadId, number),
  ]);
  if (!thread || thread.deletingAt !== undefined || (number !== 0 && !reply)) throw unknownPost(ctx, postId);
  return { thread, reply };
}

/** Which threads are wanted; an id that nothing has matches nothing. */
export interface ThreadFilter {
  status: StatusFilter;
  category?: string | undefined;
  label?: string | undefined;
  /** Usernames. */
  author?: string | undefined;
  assignee?: string | undefined;
  number?: number | undefined;
  /** All of each is of one subject. */
  subjects: readonly SubjectFilter[];
}

/** Threads, the newest first. @throws ServiceError `invalid` for a `skip` or cursor out of bounds. */
export async function listThreads(
  ctx: ProjectContext,
  filter: ThreadFilter,
  page: PageRequest,
): Promise<Page<Stored<ThreadRecord>>> {
  const found = await readPage(ctx.db, rangeOf(ctx.projectId, filter), page, {
    decode: decodeThreadRow,
    keep: (row) => matchesThread(row, filter),
  });
  return { ...found, records: await getThreadsOf(ctx.db, found.records) };
}

/** The narrowest list that has them all. */
function rangeOf(projectId: string, { number, subjects }: ThreadFilter): QueryRange {
  const [place] = subjects.flatMap(placesOf);
  const { pk, prefix } = threadKeys.rows(projectId, place);
  if (number === undefined) return { pk, prefix, descending: true };
  const { sk } = threadKeys.row(projectId, place, number);
  return { pk, from: sk, through: sk };
}

/** What a list chooses threads by, of a row or of the thread itself. */
type Chosen = Omit<ThreadRow, 'place' | 'projectId' | 'threadId'>;

/** Whether a thread is one of those that are wanted, and is not being removed. */
export const matchesThread = (thread: Chosen, filter: ThreadFilter): boolean =>
  thread.deletingAt === undefined &&
  hasStatus(thread, filter.status) &&
  (filter.number === undefined || thread.number === filter.number) &&
  (filter.category === undefined || thread.category === filter.category) &&
  (filter.label === undefined || thread.labels.includes(filter.label)) &&
  (filter.author === undefined || thread.author === filter.author) &&
  (filter.assignee === undefined || thread.assignees.includes(filter.assignee)) &&
  filter.subjects.every((subject) => isAbout(thread.subjects, subject));

/**
 * The replies of a thread, the oldest first; a reply has none.
 * @throws ServiceError `not-found` for the post; `invalid` for a `skip` out of bounds.
 */
export async function listReplies(
  ctx: ProjectContext,
  postId: string,
  page: PageRequest,
): Promise<{ thread: Stored<ThreadRecord>; replies: Stored<ReplyRecord>[] }> {
  const { threadId, reply } = requirePostId(ctx, postId);
  const [{ thread }, { records }] = await Promise.all([
    readPost(ctx, postId),
    readPage(ctx.db, threadKeys.replies(ctx.projectId, threadId), page, {
      decode: (item) => replyEntity.decode(item),
      total: 0,
    }),
  ]);
  return { thread, replies: reply === 0 ? records : [] };
}

/** The earlier texts of a post, the newest first. @throws as `listReplies`. */
export async function listRevisions(
  ctx: ProjectContext,
  postId: string,
  page: PageRequest,
): Promise<Page<Stored<RevisionRecord>>> {
  const { threadId, reply } = requirePostId(ctx, postId);
  const range = { ...threadKeys.revisions(ctx.projectId, threadId, reply), descending: true };
  const [, found] = await Promise.all([
    readPost(ctx, postId),
    readPage(ctx.db, range, page, { decode: (item) => revisionEntity.decode(item) }),
  ]);
  return found;
}
