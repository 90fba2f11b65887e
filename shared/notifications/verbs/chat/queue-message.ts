import { parsePostId } from '../../../discussions/rules/post-id.ts';
import { getThread, type ThreadRecord } from '../../../discussions/store/threads.ts';
import type { Context } from '../../../kernel/context.ts';
import type { Stored } from '../../../kernel/store/dynamodb/codec.ts';
import { enqueue } from '../../../work/verbs/kinds/outbox.ts';
import { excerptOf } from '../../rules/inbox.ts';
import { type ChatRecord, getMessage, type MessageName, type MessageRecord, messageEntity } from '../../store/chat.ts';
import type { SentEvent } from '../webhooks/queue-deliveries.ts';

/** Puts a message for a project's chat if that receives events of this kind, unless it exists (rule CHAT-3). */
export async function queueMessage(ctx: Context, event: SentEvent, chat: ChatRecord | undefined): Promise<void> {
  if (!chat?.active || !chat.kinds.includes(event.kind)) return;
  const { projectId, kind, at, title, excerpt, targetUrl } = event;
  await enqueue(ctx, messageEntity, {
    ...{ projectId, channel: chat.channel, at, messageId: messageIdOf(event), kind, threadId: threadIdOf(event) },
    ...{ title, excerpt, targetUrl },
  });
}

/** A post has one message, and each other event its own. */
const messageIdOf = ({ kind, id, source }: SentEvent): string =>
  kind === 'thread_started' || kind === 'reply' ? source.id : id;

const threadIdOf = ({ source }: SentEvent): string | undefined =>
  source.type === 'thread' || source.type === 'reply' ? parsePostId(source.id)?.threadId : undefined;

/**
 * The message of a discussion's first post in the channel of another of its messages: one that began before the channel was
 * chosen is put there now (rule CHAT-4). Undefined where the discussion is gone.
 */
export async function firstMessageOf(
  ctx: Context,
  { projectId, channel }: MessageName,
  threadId: string,
): Promise<Stored<MessageRecord> | undefined> {
  const thread = await getThread(ctx.db, projectId, threadId);
  if (!thread || thread.deletingAt !== undefined) return undefined;
  const name = { projectId, channel, at: thread.createdAt, messageId: threadId };
  const there = await getMessage(ctx.db, name);
  if (there) return there;
  await enqueue(ctx, messageEntity, {
    ...{ ...name, threadId, kind: 'thread_started', title: beginningTitle(thread) },
    ...{ excerpt: excerptOf(thread.content), targetUrl: `/discussions/${threadId}` },
  });
  return getMessage(ctx.db, name);
}

/** What the first message of a discussion begins with. */
export const beginningTitle = ({ author, number, title }: Pick<ThreadRecord, 'author' | 'number' | 'title'>): string =>
  `${author} began discussion #${number}: ${title}`;
