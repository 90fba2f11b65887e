import { type Context, nowOf, type ProjectContext } from '../../kernel/context.ts';
import { forbidden } from '../../kernel/errors.ts';
import type { Stored } from '../../kernel/store/dynamodb/codec.ts';
import { isDoneUnlessStale, staleRead } from '../../kernel/store/dynamodb/conflict.ts';
import { ifRevision } from '../../kernel/store/dynamodb/database.ts';
import { GuardedWriter } from '../../kernel/store/dynamodb/guarded-writer.ts';
import { Transaction } from '../../kernel/store/dynamodb/transaction.ts';
import { threadKeys } from '../../kernel/store/keys.ts';
import { addAppliedMark, applyOnceWithRetries } from '../../kernel/verbs/apply-once.ts';
import { projectEntry } from '../../projects/verbs/audit/entries.ts';
import { threadBounds } from '../rules/bounds.ts';
import { parsePostId } from '../rules/post-id.ts';
import { mayDelete } from '../rules/rights.ts';
import { getThread, ifRemoving, type ReplyRecord, type ThreadRecord } from '../store/threads.ts';
import { actingOf } from './people.ts';
import { readPost, unknownPost } from './read-threads.ts';
import { addThread } from './write-thread.ts';

/**
 * Deletes a thread with its replies, or one reply, and their earlier texts; the project's audit records the user.
 * @throws ServiceError `not-found`; `forbidden` to everyone but its author and the project's owner.
 */
export async function deletePost(ctx: ProjectContext, postId: string): Promise<void> {
  const ref = parsePostId(postId);
  if (ref?.reply === 0) await deleteThread(ctx, postId);
  else await deleteReply(ctx, postId);
}

function refuseStranger(ctx: ProjectContext, postId: string, post: ThreadRecord | ReplyRecord): void {
  if (!mayDelete(actingOf(ctx), post))
    throw forbidden(`Post '${postId}' may be deleted by its author '${post.author}' or the project's owner`);
}

async function deleteThread(ctx: ProjectContext, threadId: string): Promise<void> {
  await applyOnceWithRetries(ctx, `Thread '${threadId}'`, async () => {
    const before = await getThread(ctx.db, ctx.projectId, threadId);
    if (!before) throw unknownPost(ctx, threadId);
    refuseStranger(ctx, threadId, before);
    // A removal has begun, and may have been interrupted: it continues below.
    if (before.deletingAt !== undefined) return;
    const { rev: _rev, ...thread } = before;
    const transaction = new Transaction(ctx.db);
    addAppliedMark(transaction, ctx, undefined);
    // Without subjects it is only in the list of the project, which leads to it until it is gone.
    addThread(transaction, before, { ...thread, subjects: [], deletingAt: nowOf(ctx) });
    transaction.put(auditOf(ctx, 'delete-thread', before, threadId));
    await transaction.commit();
  });
  await removeThread(ctx, ctx.projectId, threadId);
}

/**
 * Removes the rest of a thread that is marked for removal; after a crash, the sweep continues. May be repeated, and run
 * concurrently with itself.
 */
export async function removeThread(ctx: Pick<Context, 'db'>, projectId: string, threadId: string): Promise<void> {
  const thread = await getThread(ctx.db, projectId, threadId);
  if (thread?.deletingAt !== undefined) await isDoneUnlessStale(remove(ctx, thread));
}

async function remove({ db }: Pick<Context, 'db'>, thread: ThreadRecord): Promise<void> {
  const { projectId, threadId, number } = thread;
  const own = threadKeys.thread(projectId, threadId);
  const writer = new GuardedWriter(db, (transaction) => transaction.check(own, ifRemoving, staleRead));
  await writer.deleteRange(threadKeys.all(projectId, threadId), ({ sk }) => sk !== own.sk);
  await writer.flush();
  await new Transaction(db)
    .delete(own, ifRemoving, staleRead)
    .delete(threadKeys.row(projectId, undefined, number))
    .commit();
}

async function deleteReply(ctx: ProjectContext, postId: string): Promise<void> {
  await applyOnceWithRetries(ctx, `Post '${postId}'`, async () => {
    const { thread: before, reply } = await readPost(ctx, postId);
    if (!reply) throw unknownPost(ctx, postId);
    refuseStranger(ctx, postId, reply);
    const { rev: _rev, ...thread } = before;
    const transaction = new Transaction(ctx.db);
    addAppliedMark(transaction, ctx, undefined);
    addThread(transaction, before, { ...thread, replyCount: before.replyCount - 1 });
    transaction.delete(
      threadKeys.reply(before.projectId, before.threadId, reply.reply),
      ifRevision(reply.rev),
      staleRead,
    );
    for (const key of revisionsOf(reply)) transaction.delete(key);
    transaction.put(auditOf(ctx, 'delete-reply', reply, postId));
    await transaction.commit();
  });
}

/** The keys of all earlier texts that a reply can have. */
function revisionsOf({ projectId, threadId, reply, edits }: ReplyRecord) {
  const first = Math.max(1, edits - threadBounds.revisions + 1);
  return Array.from({ length: edits - first + 1 }, (_, n) =>
    threadKeys.revision(projectId, threadId, reply, first + n),
  );
}

const auditOf = (
  ctx: ProjectContext,
  action: 'delete-thread' | 'delete-reply',
  post: Stored<ThreadRecord> | Stored<ReplyRecord>,
  postId: string,
) => {
  const number = 'number' in post ? post.number : post.threadNumber;
  return projectEntry(ctx, ctx.projectId, {
    action,
    resource: `post:${postId}`,
    details: { number, author: post.author },
  });
};
