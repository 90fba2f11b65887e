import { type Context, nowOf } from '../../../kernel/context.ts';
import type { Stored } from '../../../kernel/store/dynamodb/codec.ts';
import { batchGetItems } from '../../../kernel/store/dynamodb/database.ts';
import { chatKeys, projectKeys } from '../../../kernel/store/keys.ts';
import { projectEntity } from '../../../projects/store/projects.ts';
import { isDue, retryAt } from '../../../work/rules/outbox.ts';
import { claim, outboxWork, settle } from '../../../work/verbs/kinds/outbox.ts';
import type { ChatMessage, ChatOutcome, ChatPoster } from '../../chat/port.ts';
import { slackText } from '../../rules/chat.ts';
import {
  chatEntity,
  chatTokenEntity,
  getMessage,
  type MessageName,
  type MessageRecord,
  messageEntity,
} from '../../store/chat.ts';
import { postDeleted } from './follow-post.ts';
import { firstMessageOf } from './queue-message.ts';

/** A context that reaches chats. */
export type Chatting<C> = C & { chat: ChatPoster };

/** Messages to the chats of projects (rules CHAT-3 to CHAT-7). */
export const chatWork = outboxWork<Chatting<Context>, MessageName>({
  item: 'chat message',
  due: chatKeys.due,
  receiverOf: ({ projectId }) => ({ projectId }),
  ...{ width: 8, most: 200, together: 1, counts: ['posted', 'notPosted', 'failedPosts'] },
  async attempt(ctx, [name]) {
    const { message, token } = await read(ctx, name);
    const outcome = message && (await deliver(ctx, token, message));
    if (!outcome) return [];
    return [{ isTaken: 'posted' in outcome, isLast: 'waitSeconds' in outcome || 'unsure' in outcome }];
  },
});

/** A message, and the token of its chat; no token for a chat that is off or gone, or whose project is. */
async function read(
  { db }: Context,
  { projectId, channel, at, messageId }: MessageName,
): Promise<{ message: Stored<MessageRecord> | undefined; token: string | undefined }> {
  const [item, chatItem, tokenItem, owner] = await batchGetItems(db, [
    chatKeys.message(projectId, channel, at, messageId),
    chatKeys.chat(projectId),
    chatKeys.token(projectId),
    projectKeys.project(projectId),
  ]);
  const isOpen = chatItem && chatEntity.decode(chatItem).active && owner && !projectEntity.decode(owner).deletedAt;
  return {
    message: item && messageEntity.decode(item),
    token: isOpen && tokenItem ? chatTokenEntity.decode(tokenItem).token : undefined,
  };
}

/** Tries one message, unless it is not due or is being sent elsewhere. @returns the outcome; undefined for none. */
async function deliver(
  ctx: Chatting<Context>,
  token: string | undefined,
  message: Stored<MessageRecord>,
): Promise<ChatOutcome | undefined> {
  if (!isDue(message, nowOf(ctx))) return undefined;
  if (token === undefined) return giveUp(ctx, message, 'The chat is off, or was deleted');
  if (message.posted !== undefined || message.threadId === undefined || message.threadId === message.messageId)
    return send(ctx, token, message);
  const first = await firstMessageOf(ctx, message, message.threadId);
  if (first?.posted !== undefined) return send(ctx, token, message, first.posted);
  if (!first || first.status === 'dead') return giveUp(ctx, message, 'The discussion is not in the chat');
  const outcome = await deliver(ctx, token, first);
  if (outcome && 'posted' in outcome) return send(ctx, token, message, outcome.posted);
  // It waits for what it answers, and has not been tried.
  const waitsUntil = (await getMessage(ctx.db, first))?.nextAt ?? retryAt(1, ctx.clock());
  await settle(ctx, messageEntity, message, { waitsUntil });
  return outcome;
}

/** What it was to say stays to be said if it is sent again. */
async function giveUp(ctx: Context, message: Stored<MessageRecord>, reason: string): Promise<undefined> {
  await settle(ctx, messageEntity, message, { ended: 'dead', reason });
}

/** Marks a message as being sent, updates the chat, and records the outcome. */
async function send(
  ctx: Chatting<Context>,
  token: string,
  message: Stored<MessageRecord>,
  thread?: string,
): Promise<ChatOutcome | undefined> {
  const { channel, messageId } = message;
  const firstTriedAt = message.firstTriedAt ?? nowOf(ctx);
  const claimed = await claim(ctx, messageEntity, message, { unsure: true, firstTriedAt });
  if (!claimed) return undefined;
  const text = slackText(message, ctx.config.publicUrl);
  const { posted, outcome } = await carryOut(ctx, { token, channel, thread, id: messageId, text }, message);
  await note(ctx, { ...claimed, posted }, outcome);
  return outcome;
}

/** What is known of a message after an attempt: the chat's id of it, if it exists. */
interface Tried {
  posted: string | undefined;
  outcome: ChatOutcome;
}

/** Posts what is not there, unless it is to go; changes or removes what is (rule CHAT-7). */
async function carryOut(ctx: Chatting<Context>, message: ChatMessage, record: MessageRecord): Promise<Tried> {
  const { follows, posted: known } = record;
  const there = known === undefined ? await findUnsure(ctx, message, record) : { posted: known };
  if (there && 'unsure' in there) return { posted: undefined, outcome: there };
  const posted = there?.posted;
  if (follows === 'deletion')
    return { posted, outcome: posted === undefined ? { posted: '' } : await ctx.chat.remove(message, posted) };
  if (posted === undefined) {
    const outcome = await ctx.chat.post(message);
    return { posted: 'posted' in outcome ? outcome.posted : undefined, outcome };
  }
  return { posted, outcome: follows === 'edit' ? await ctx.chat.edit(message, posted) : { posted } };
}

/** What may have been taken before is looked for; where the chat does not tell, it counts as not there (rule CHAT-5). */
async function findUnsure(
  { chat, log }: Chatting<Context>,
  message: ChatMessage,
  { projectId, unsure, firstTriedAt }: MessageRecord,
): Promise<{ posted: string } | { unsure: string } | undefined> {
  if (!unsure || firstTriedAt === undefined) return undefined;
  const found = await chat.find(message, new Date(firstTriedAt));
  if ('posted' in found) return found;
  // Asked again later, it may still be found.
  if ('waitSeconds' in found) return { unsure: 'The chat did not say whether it has the message' };
  if ('unknown' in found) log.warn('chat does not tell its messages', { projectId, reason: found.unknown });
  return undefined;
}

async function note(ctx: Context, message: Stored<MessageRecord>, outcome: ChatOutcome): Promise<void> {
  if ('posted' in outcome && message.follows === 'deletion') {
    const gone = { unsure: undefined, posted: undefined };
    await settle(ctx, messageEntity, message, { ended: 'dead', reason: postDeleted }, gone);
  } else if ('posted' in outcome) {
    const deliveredAt = message.deliveredAt ?? nowOf(ctx);
    const there = { unsure: undefined, follows: undefined, deliveredAt };
    await settle(ctx, messageEntity, message, { ended: 'delivered' }, there);
  } else if ('waitSeconds' in outcome) {
    const waitsUntil = new Date(ctx.clock().getTime() + outcome.waitSeconds * 1000).toISOString();
    const reason = `The chat asked to wait ${outcome.waitSeconds} seconds`;
    // Nothing was wrong with it: it does not count as an attempt.
    const uncounted = { unsure: undefined, attempts: message.attempts - 1 };
    await settle(ctx, messageEntity, message, { waitsUntil, reason }, uncounted);
  } else {
    const refused = 'refused' in outcome ? outcome.refused : outcome.unsure;
    await settle(ctx, messageEntity, message, { refused }, { unsure: 'unsure' in outcome || undefined });
  }
}
