import { postIdOf } from '../../../discussions/rules/post-id.ts';
import {
  getReply,
  getThread,
  type ReplyRecord,
  replyEntity,
  threadEntity,
} from '../../../discussions/store/threads.ts';
import { type Context, nowOf } from '../../../kernel/context.ts';
import type { Item } from '../../../kernel/store/dynamodb/codec.ts';
import { orRefuse, retryOnConflict, staleRead } from '../../../kernel/store/dynamodb/conflict.ts';
import { putOver } from '../../../kernel/store/dynamodb/put-over.ts';
import { untried } from '../../../work/rules/outbox.ts';
import { excerptOf } from '../../rules/inbox.ts';
import { type ChatRecord, getMessage, type MessageRecord, messageEntity } from '../../store/chat.ts';
import { beginningTitle } from './queue-message.ts';

/** Why a message that went with its post is not sent. */
export const postDeleted = 'The post was deleted';

/** A post as one of its images in the stream says which it is. */
type ChangedPost = Pick<ReplyRecord, 'projectId' | 'threadId' | 'createdAt'> & { reply?: number };

/** The post whose words an item changes, or which goes with it; undefined where neither is. */
export function changedPostOf({ before, after }: { before: Item | undefined; after: Item | undefined }) {
  if (before?.entity === replyEntity.name) {
    const was = replyEntity.decode(before);
    return after && replyEntity.decode(after).content === was.content ? undefined : was;
  }
  if (before?.entity !== threadEntity.name || !after) return undefined;
  const [was, is] = [threadEntity.decode(before), threadEntity.decode(after)];
  return was.content !== is.content || was.title !== is.title || is.deletingAt !== undefined ? is : undefined;
}

/**
 * Updates or deletes the message of a post to match the post (rule CHAT-7). It reads the present post, so that changes
 * may arrive repeatedly, late and in any order. A post without a message in the channel is ignored.
 */
export async function followPost(ctx: Context, post: ChangedPost, chat: ChatRecord | undefined): Promise<void> {
  if (!chat?.active) return;
  const messageId = postIdOf(post);
  const name = { projectId: post.projectId, channel: chat.channel, at: post.createdAt, messageId };
  await retryOnConflict(orRefuse(`Message '${messageId}'`), async () => {
    const message = await getMessage(ctx.db, name);
    if (!message || message.follows === 'deletion') return;
    const changes = followed(message, await readPost(ctx, post), nowOf(ctx));
    if (changes && !(await putOver(ctx.db, messageEntity, message, changes))) throw staleRead();
  });
}

/** What a message says of a post. */
type Words = Pick<MessageRecord, 'title' | 'excerpt'>;

/** Undefined for a post that is gone. */
async function readPost({ db }: Context, post: ChangedPost): Promise<Partial<Words> | undefined> {
  const { projectId, threadId, reply = 0 } = post;
  const thread = await getThread(db, projectId, threadId);
  if (!thread || thread.deletingAt !== undefined) return undefined;
  if (reply === 0) return { title: beginningTitle(thread), excerpt: excerptOf(thread.content) };
  const found = await getReply(db, projectId, threadId, reply);
  return found && { excerpt: excerptOf(found.content) };
}

/** The changes of a message that follows its post; undefined if it is up to date. */
function followed(
  message: MessageRecord,
  words: Partial<Words> | undefined,
  now: string,
): Partial<MessageRecord> | undefined {
  // A message that was never tried is not in the chat, and there is nothing to change in it.
  const isUntried = message.posted === undefined && message.attempts === 0 && !message.unsure;
  const due = untried(now);
  if (words === undefined) {
    if (isUntried) return { status: 'dead', follows: 'deletion', nextAt: undefined, lastError: postDeleted };
    return { ...due, follows: 'deletion' };
  }
  const { title, excerpt } = { ...message, ...words };
  if (title === message.title && excerpt === message.excerpt) return undefined;
  // One that was given up says the new words if it is sent again.
  if (isUntried || (message.status === 'dead' && message.posted === undefined)) return words;
  return { ...words, ...due, follows: 'edit' };
}
