import { getThread, type ThreadRecord } from '../../../discussions/store/threads.ts';
import { type Context, nowOf } from '../../../kernel/context.ts';
import type { Stored } from '../../../kernel/store/dynamodb/codec.ts';
import { ifAbsent, writeItem } from '../../../kernel/store/dynamodb/database.ts';
import { excerptOf } from '../../rules/inbox.ts';
import { getMessage, type MessageName, type MessageRecord, messageEntity } from '../../store/chat.ts';

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
  const record: MessageRecord = {
    ...{ ...name, threadId, kind: 'thread_started', status: 'pending', attempts: 0, nextAt: nowOf(ctx) },
    title: beginningTitle(thread),
    ...{ excerpt: excerptOf(thread.content), targetUrl: `/discussions/${threadId}` },
  };
  await writeItem(ctx.db, { put: messageEntity.encode(record, 1), condition: ifAbsent });
  return getMessage(ctx.db, name);
}

/** What the first message of a discussion begins with. */
export const beginningTitle = ({ author, number, title }: Pick<ThreadRecord, 'author' | 'number' | 'title'>): string =>
  `${author} began discussion #${number}: ${title}`;
