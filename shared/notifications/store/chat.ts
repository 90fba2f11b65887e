import { defineEntity, type Stored } from '../../kernel/store/dynamodb/codec.ts';
import { type Database, getItem } from '../../kernel/store/dynamodb/database.ts';
import { chatKeys } from '../../kernel/store/keys.ts';
import type { Outgoing } from '../../work/rules/outbox.ts';
import { outboxEntity } from '../../work/store/outbox.ts';
import type { ChatFormat } from '../rules/chat.ts';
import type { EventKind } from '../rules/kinds.ts';

/** The channel of a chat to which a project's events are sent. */
export interface ChatRecord {
  projectId: string;
  format: ChatFormat;
  /** As the chat calls it. */
  channel: string;
  kinds: EventKind[];
  /** Whether it is sent anything. */
  active: boolean;
  updatedBy: string;
  updatedAt: string;
}

export const chatEntity = defineEntity<ChatRecord>({
  name: 'chat',
  version: 1,
  keys: ({ projectId }) => chatKeys.chat(projectId),
});

/** By what right messages are sent there. */
export interface ChatTokenRecord {
  projectId: string;
  token: string;
}

/** Codec of these. */
export const chatTokenEntity = defineEntity<ChatTokenRecord>({
  name: 'chat-token',
  version: 1,
  keys: ({ projectId }) => chatKeys.token(projectId),
});

/** Which message: to which channel, of which event, by its time and id. */
export interface MessageName {
  projectId: string;
  channel: string;
  at: string;
  /** The id of the post, if it is one; else that of the event. */
  messageId: string;
}

/** An event on its way to a chat (rule CHAT-3). */
export interface MessageRecord extends MessageName, Outgoing {
  kind: EventKind;
  /** The discussion in whose thread it goes; the id of the first message of that thread is the same. */
  threadId?: string | undefined;
  title: string;
  excerpt: string;
  targetUrl: string;
  status: 'pending' | 'delivered' | 'dead';
  /** It is unknown whether the chat accepted it. */
  unsure?: boolean | undefined;
  firstTriedAt?: string | undefined;
  /** What the chat calls it. */
  posted?: string | undefined;
  /** Its post was changed or deleted since it was reported, and the chat has not followed yet (rule CHAT-7). */
  follows?: 'edit' | 'deletion' | undefined;
  deliveredAt?: string | undefined;
}

/** Codec of messages. The first of a thread stays: what follows answers it. */
export const messageEntity = outboxEntity<MessageRecord, MessageName>({
  name: 'chat-message',
  due: chatKeys.due,
  key: ({ projectId, channel, at, messageId }) => chatKeys.message(projectId, channel, at, messageId),
  nameOf: ({ projectId, channel, at, messageId }) => ({ projectId, channel, at, messageId }),
  idOf: ({ messageId }) => messageId,
  isKept: ({ messageId, threadId }) => messageId === threadId,
});

export async function getChat(db: Database, projectId: string): Promise<Stored<ChatRecord> | undefined> {
  const item = await getItem(db, chatKeys.chat(projectId));
  return item && chatEntity.decode(item);
}

export async function getChatToken(db: Database, projectId: string): Promise<string | undefined> {
  const item = await getItem(db, chatKeys.token(projectId));
  return item && chatTokenEntity.decode(item).token;
}

export async function getMessage(
  db: Database,
  { projectId, channel, at, messageId }: MessageName,
): Promise<Stored<MessageRecord> | undefined> {
  const item = await getItem(db, chatKeys.message(projectId, channel, at, messageId));
  return item && messageEntity.decode(item);
}
