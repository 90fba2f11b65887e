import { defineEntity, type Stored } from '../../kernel/store/dynamodb/codec.ts';
import { type Database, getItem, queryPages } from '../../kernel/store/dynamodb/database.ts';
import { chatKeys } from '../../kernel/store/keys.ts';
import { type ChatFormat, messageDays } from '../rules/chat/chat.ts';
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
export interface MessageRecord extends MessageName {
  kind: EventKind;
  /** The discussion in whose thread it goes; the id of the first message of that thread is the same. */
  threadId?: string | undefined;
  title: string;
  excerpt: string;
  targetUrl: string;
  status: 'pending' | 'delivered' | 'dead';
  attempts: number;
  /** It is unknown whether the chat accepted it. */
  unsure?: boolean | undefined;
  firstTriedAt?: string | undefined;
  /** When it is tried next; its place among those that are due. */
  nextAt?: string | undefined;
  lastError?: string | undefined;
  /** What the chat calls it. */
  posted?: string | undefined;
  /** Its post was changed or deleted since it was reported, and the chat has not followed yet (rule CHAT-7). */
  follows?: 'edit' | 'deletion' | undefined;
  deliveredAt?: string | undefined;
}

/** Codec of messages. The first of a thread stays: what follows answers it. */
export const messageEntity = defineEntity<MessageRecord>({
  name: 'chat-message',
  version: 1,
  keys: ({ projectId, channel, at, messageId, nextAt }) => ({
    ...chatKeys.message(projectId, channel, at, messageId),
    ...(nextAt === undefined ? {} : { gsi2pk: chatKeys.due, gsi2sk: `${nextAt}#${messageId}` }),
  }),
  slim: ({ projectId, channel, at, messageId }) => ({ projectId, channel, at, messageId }),
  expiresAt: ({ at, messageId, threadId }) =>
    messageId === threadId ? undefined : Math.ceil(Date.parse(at) / 1000) + messageDays * 86_400,
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

/** Most that one look reads; the list begins with the oldest. */
const mostDue = 10_000;

/** Messages that are to be sent by an instant. */
export async function listDueMessages(db: Database, now: string): Promise<MessageName[]> {
  const due: MessageName[] = [];
  for await (const page of queryPages(db, { index: 'gsi2', pk: chatKeys.due, through: `${now}#~` })) {
    due.push(...page.map(({ slim }) => slim as unknown as MessageName));
    if (due.length >= mostDue) break;
  }
  return due;
}
