import { addImageUses } from '../../images/verbs/add-image-uses.ts';
import { nowOf, type ProjectContext } from '../../kernel/context.ts';
import { forbidden } from '../../kernel/errors.ts';
import { laterThan } from '../../kernel/rules/calendar.ts';
import { staleRead } from '../../kernel/store/dynamodb/conflict.ts';
import { ifRevision } from '../../kernel/store/dynamodb/database.ts';
import { Transaction } from '../../kernel/store/dynamodb/transaction.ts';
import { threadKeys } from '../../kernel/store/keys.ts';
import { addAppliedMark, applyOnceWithRetries } from '../../kernel/verbs/apply-once.ts';
import { mayEditWords } from '../rules/rights.ts';
import { type ReplyRecord, replyEntity } from '../store/threads.ts';
import type { WrittenReply } from './create-reply.ts';
import { requirePostMatch } from './etag.ts';
import { actingOf, findPeople, withParticipants } from './people.ts';
import { readPost, unknownPost } from './read-threads.ts';
import { addRevision, revised } from './revisions.ts';
import { addThread } from './write-thread.ts';

/**
 * Changes the text of a reply, and keeps the earlier one.
 * @throws ServiceError `not-found`; `forbidden` to everyone but its author; `conflict` if `ifMatch` does not fit.
 */
export function updateReply(
  ctx: ProjectContext,
  postId: string,
  changes: { content?: string | undefined; contentBlocks?: string | undefined },
  ifMatch?: string,
): Promise<WrittenReply> {
  return applyOnceWithRetries(ctx, `Post '${postId}'`, async () => {
    const { thread: before, reply: stored } = await readPost(ctx, postId);
    if (!stored) throw unknownPost(ctx, postId);
    requirePostMatch(postId, stored, ifMatch);
    const { content = stored.content, contentBlocks = stored.contentBlocks } = changes;
    if (content === stored.content && contentBlocks === stored.contentBlocks) return { thread: before, reply: stored };
    if (!mayEditWords(actingOf(ctx), stored))
      throw forbidden(`Post '${postId}' may be changed by its author '${stored.author}'`);
    const { mentions } = await findPeople(ctx, content, undefined);
    const at = laterThan(stored.updatedAt, nowOf(ctx));
    const { rev, ...standing } = stored;
    const transaction = new Transaction(ctx.db);
    const reply: ReplyRecord = {
      ...standing,
      ...{ content, contentBlocks, mentions: mentions.names, mentionUserIds: mentions.userIds, updatedAt: at },
      ...revised(stored, at),
    };
    const { rev: _rev, ...thread } = before;
    thread.participantUserIds = withParticipants(before.participantUserIds, mentions.userIds);
    addAppliedMark(transaction, ctx, { thread, reply });
    addRevision(transaction, stored, at);
    transaction.put(replyEntity.encode(reply, rev + 1), ifRevision(rev), staleRead);
    addThread(transaction, before, thread);
    const place = threadKeys.reply(reply.projectId, reply.threadId, reply.reply);
    await addImageUses(transaction, ctx, place, content);
    await transaction.commit();
    return { thread, reply };
  });
}
