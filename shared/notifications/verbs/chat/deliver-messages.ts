import { type Context, nowOf } from '../../../kernel/context.ts';
import { deliverySeconds } from '../../../kernel/rules/sweep-seconds.ts';
import type { Stored } from '../../../kernel/store/dynamodb/codec.ts';
import { batchGetItems } from '../../../kernel/store/dynamodb/database.ts';
import { putOver } from '../../../kernel/store/dynamodb/put-over.ts';
import { chatKeys, projectKeys } from '../../../kernel/store/keys.ts';
import { forEachInTime, untilOf } from '../../../kernel/verbs/for-each-in-time.ts';
import { projectEntity } from '../../../projects/store/projects.ts';
import type { ChatMessage, ChatOutcome, ChatPoster } from '../../chat/port.ts';
import { slackText } from '../../rules/chat/message-text.ts';
import { lookAgainAt, mostAttempts, nextAttemptAt } from '../../rules/webhooks/attempts.ts';
import {
  type ChatRecord,
  chatEntity,
  chatTokenEntity,
  getMessage,
  listDueMessages,
  type MessageName,
  type MessageRecord,
  messageEntity,
} from '../../store/chat.ts';
import { firstMessageOf } from './first-message.ts';
import { postDeleted } from './follow-post.ts';

/** A context that reaches chats. */
export type Chatting<C> = C & { chat: ChatPoster };

/** Projects whose chats are sent to concurrently. */
const width = 8;

/** What one look at the messages did. */
export interface Posted {
  posted: number;
  notPosted: number;
  failedPosts: number;
}

/**
 * Sends what is due to the chats of projects (rules CHAT-3 to CHAT-7).
 * @param names of the messages to send; all that are due by default.
 */
export async function deliverMessages(
  ctx: Chatting<Context>,
  names?: readonly MessageName[],
  until = untilOf(ctx, deliverySeconds),
): Promise<Posted> {
  const result: Posted = { posted: 0, notPosted: 0, failedPosts: 0 };
  const due = names ?? (await listDueMessages(ctx.db, nowOf(ctx)));
  const failed = (projectId: string, error: unknown) => {
    result.failedPosts += 1;
    ctx.log.error('chat message not sent', { projectId, reason: String(error) });
  };
  const queues = [...Map.groupBy(due, ({ projectId }) => projectId)];
  await forEachInTime(ctx, queues, { until, width }, async ([projectId, queue]) => {
    let target: Target | undefined;
    try {
      target = await targetOf(ctx, projectId);
    } catch (error) {
      // A project whose chat cannot be read must not keep the others from theirs.
      return failed(projectId, error);
    }
    // As they happened: an answer after what it answers.
    for (const name of queue.toSorted((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : 0))) {
      if (ctx.clock() > until) return;
      try {
        const outcome = await deliver(ctx, target, name);
        if (outcome === undefined) continue;
        result['posted' in outcome ? 'posted' : 'notPosted'] += 1;
        // A chat that asks to wait, or does not answer, gets no more requests in this look.
        if ('waitSeconds' in outcome || 'unsure' in outcome) return;
      } catch (error) {
        // One that cannot be read must not keep the others from it.
        failed(projectId, error);
      }
    }
  });
  return result;
}

/** Where a project's messages go. */
interface Target {
  chat: ChatRecord;
  token: string;
}

async function targetOf({ db }: Context, projectId: string): Promise<Target | undefined> {
  const [chatItem, tokenItem, owner] = await batchGetItems(db, [
    chatKeys.chat(projectId),
    chatKeys.token(projectId),
    projectKeys.project(projectId),
  ]);
  const chat = chatItem && chatEntity.decode(chatItem);
  const project = owner && projectEntity.decode(owner);
  if (!chat?.active || !tokenItem || !project || project.deletedAt) return undefined;
  return { chat, token: chatTokenEntity.decode(tokenItem).token };
}

/** Tries one message, unless it is not due or is being sent elsewhere. @returns the outcome; undefined for none. */
async function deliver(
  ctx: Chatting<Context>,
  target: Target | undefined,
  name: MessageName,
): Promise<ChatOutcome | undefined> {
  const message = await getMessage(ctx.db, name);
  if (message?.status !== 'pending' || message.nextAt === undefined || message.nextAt > nowOf(ctx)) return undefined;
  if (!target) return give(ctx, message, 'The chat is off, or was deleted');
  if (message.attempts >= mostAttempts)
    return give(ctx, message, message.lastError ?? 'The last attempt was not answered');
  if (message.posted !== undefined || message.threadId === undefined || message.threadId === message.messageId)
    return send(ctx, target, message);
  const first = await firstMessageOf(ctx, message, message.threadId);
  if (first?.posted !== undefined) return send(ctx, target, message, first.posted);
  if (!first || first.status === 'dead') return give(ctx, message, 'The discussion is not in the chat');
  const outcome = await deliver(ctx, target, first);
  if (outcome && 'posted' in outcome) return send(ctx, target, message, outcome.posted);
  // It waits for what it answers, and has not been tried.
  const later = (await getMessage(ctx.db, first))?.nextAt ?? nextAttemptAt(1, ctx.clock());
  await put(ctx, message, { nextAt: later });
  return outcome;
}

/** Marks a message as being sent, updates the chat, and records the outcome. */
async function send(
  ctx: Chatting<Context>,
  { token }: Target,
  message: Stored<MessageRecord>,
  thread?: string,
): Promise<ChatOutcome | undefined> {
  const { channel, messageId } = message;
  const claimed = await claim(ctx, message);
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

async function claim(ctx: Context, message: Stored<MessageRecord>): Promise<Stored<MessageRecord> | undefined> {
  const attempts = message.attempts + 1;
  const nextAt = lookAgainAt(attempts, ctx.clock());
  return put(ctx, message, { attempts, nextAt, unsure: true, firstTriedAt: message.firstTriedAt ?? nowOf(ctx) });
}

async function note(ctx: Context, message: Stored<MessageRecord>, outcome: ChatOutcome): Promise<void> {
  const settled = { nextAt: undefined, unsure: undefined };
  if ('posted' in outcome && message.follows === 'deletion') {
    await put(ctx, message, { ...settled, status: 'dead', posted: undefined, lastError: postDeleted });
  } else if ('posted' in outcome) {
    const delivered = { status: 'delivered' as const, deliveredAt: message.deliveredAt ?? nowOf(ctx) };
    await put(ctx, message, { ...settled, ...delivered, follows: undefined, lastError: undefined });
  } else if ('waitSeconds' in outcome) {
    // Nothing was wrong with it: it does not count as an attempt.
    const nextAt = new Date(ctx.clock().getTime() + outcome.waitSeconds * 1000).toISOString();
    const lastError = `The chat asked to wait ${outcome.waitSeconds} seconds`;
    await put(ctx, message, { attempts: message.attempts - 1, nextAt, unsure: undefined, lastError });
  } else {
    const isLast = message.attempts >= mostAttempts && { status: 'dead' as const, nextAt: undefined };
    const lastError = 'refused' in outcome ? outcome.refused : outcome.unsure;
    await put(ctx, message, { lastError, unsure: 'unsure' in outcome || undefined, ...isLast });
  }
}

/** Gives a message up. What it was to say stays to be said if it is sent again. */
async function give(ctx: Context, message: Stored<MessageRecord>, reason: string): Promise<undefined> {
  await put(ctx, message, { status: 'dead', lastError: reason, nextAt: undefined });
}

const put = ({ db }: Context, message: Stored<MessageRecord>, changes: Partial<MessageRecord>) =>
  putOver(db, messageEntity, message, changes);
