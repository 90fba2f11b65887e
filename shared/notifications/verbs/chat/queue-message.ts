import { parsePostId } from '../../../discussions/rules/post-id.ts';
import { type Context, nowOf } from '../../../kernel/context.ts';
import { ifAbsent, writeItem } from '../../../kernel/store/dynamodb/database.ts';
import { type ChatRecord, type MessageRecord, messageEntity } from '../../store/chat.ts';
import type { SentEvent } from '../webhooks/queue-deliveries.ts';

/** Puts a message for a project's chat if that receives events of this kind, unless it exists (rule CHAT-3). */
export async function queueMessage(ctx: Context, event: SentEvent, chat: ChatRecord | undefined): Promise<void> {
  if (!chat?.active || !chat.kinds.includes(event.kind)) return;
  const { projectId, kind, at, title, excerpt, targetUrl } = event;
  const record: MessageRecord = {
    ...{ projectId, channel: chat.channel, at, messageId: messageIdOf(event), kind, threadId: threadIdOf(event) },
    ...{ title, excerpt, targetUrl, status: 'pending', attempts: 0, nextAt: nowOf(ctx) },
  };
  await writeItem(ctx.db, { put: messageEntity.encode(record, 1), condition: ifAbsent });
}

/** A post has one message, and each other event its own. */
const messageIdOf = ({ kind, id, source }: SentEvent): string =>
  kind === 'thread_started' || kind === 'reply' ? source.id : id;

const threadIdOf = ({ source }: SentEvent): string | undefined =>
  source.type === 'thread' || source.type === 'reply' ? parsePostId(source.id)?.threadId : undefined;
