import { addImageUses } from '../../images/verbs/add-image-uses.ts';
import { nowOf, type ProjectContext } from '../../kernel/context.ts';
import { conflict, unknownReference } from '../../kernel/errors.ts';
import { laterThan } from '../../kernel/rules/calendar.ts';
import { staleRead } from '../../kernel/store/dynamodb/conflict.ts';
import { ifAbsent } from '../../kernel/store/dynamodb/database.ts';
import { Transaction } from '../../kernel/store/dynamodb/transaction.ts';
import { threadKeys } from '../../kernel/store/keys.ts';
import { addAppliedMark, applyOnceWithRetries } from '../../kernel/verbs/apply-once.ts';
import { threadBounds } from '../rules/bounds.ts';
import { parsePostId } from '../rules/post-id.ts';
import { isClosed } from '../rules/status.ts';
import { getThread, type ReplyRecord, replyEntity, type ThreadRecord } from '../store/threads.ts';
import { findPeople, withParticipants } from './people.ts';
import { addThread } from './write-thread.ts';

/** A requested reply. */
export interface NewReply {
  /** A thread, or a reply in it: all replies are in one sequence. */
  parentId: string;
  content: string;
  /** JSON text. */
  contentBlocks: string;
}

/** The new reply, and the updated thread. */
export interface WrittenReply {
  thread: ThreadRecord;
  reply: ReplyRecord;
}

/**
 * Adds a reply to a thread.
 * @throws ServiceError `unknown-reference` for a parent that is not there; `conflict` for a thread that is closed, or has as many
 * replies as it may.
 */
export function createReply(ctx: ProjectContext, input: NewReply): Promise<WrittenReply> {
  return applyOnceWithRetries(ctx, `Thread '${input.parentId}'`, async () => {
    const threadId = parsePostId(input.parentId)?.threadId;
    const [before, { mentions }] = await Promise.all([
      threadId === undefined ? undefined : getThread(ctx.db, ctx.projectId, threadId),
      findPeople(ctx, input.content, undefined),
    ]);
    if (!before || before.deletingAt !== undefined)
      throw unknownReference(`Post '${input.parentId}' not found in project '${ctx.projectId}'`);
    if (isClosed(before)) throw conflict(`Thread '${before.threadId}' is closed`);
    if (before.replyCount >= threadBounds.replies)
      throw conflict(`Thread '${before.threadId}' has ${threadBounds.replies} replies, the maximum`, 'limit_reached');
    const { rev: _rev, ...standing } = before;
    const { projectId, number, title } = standing;
    const { userId, username } = ctx.actor.user;
    const at = laterThan(before.lastActivityAt, nowOf(ctx));
    const reply: ReplyRecord = {
      ...{ projectId, threadId: standing.threadId, reply: before.lastReply + 1 },
      ...{ threadNumber: number, threadTitle: title, content: input.content, contentBlocks: input.contentBlocks },
      ...{ author: username, authorUserId: userId },
      ...{ mentions: mentions.names, mentionUserIds: mentions.userIds },
      ...{ edits: 0, createdAt: at, updatedAt: at },
    };
    const thread: ThreadRecord = {
      ...standing,
      replyCount: before.replyCount + 1,
      lastReply: reply.reply,
      lastActivityAt: at,
      participantUserIds: withParticipants(before.participantUserIds, [userId, ...mentions.userIds]),
    };
    const written = { thread, reply };
    const transaction = new Transaction(ctx.db);
    addAppliedMark(transaction, ctx, written);
    addThread(transaction, before, thread);
    transaction.put(replyEntity.encode(reply, 1), ifAbsent, staleRead);
    const place = threadKeys.reply(projectId, reply.threadId, reply.reply);
    await addImageUses(transaction, ctx, place, reply.content);
    await transaction.commit();
    return written;
  });
}
