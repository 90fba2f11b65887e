import { randomUUID } from 'node:crypto';
import { nowOf, type ProjectContext } from '../../../kernel/context.ts';
import { conflict, invalid, notFound, notInProject } from '../../../kernel/errors.ts';
import { parseTimedId, timedIdOf } from '../../../kernel/rules/ids.ts';
import { orRefuse, retryOnConflict, staleRead } from '../../../kernel/store/dynamodb/conflict.ts';
import { ifAbsent, ifRevision } from '../../../kernel/store/dynamodb/database.ts';
import { type Page, type PageRequest, readPage } from '../../../kernel/store/dynamodb/paging.ts';
import { Transaction } from '../../../kernel/store/dynamodb/transaction.ts';
import { chatKeys, projectKeys } from '../../../kernel/store/keys.ts';
import { noAccess } from '../../../people/verbs/auth/authenticate.ts';
import { ifNotDeleted } from '../../../projects/store/projects.ts';
import { projectEntry } from '../../../projects/verbs/audit/entries.ts';
import { sendAgain } from '../../../work/verbs/kinds/outbox.ts';
import type { ChatOutcome } from '../../chat/port.ts';
import { type ChatFormat, slackText } from '../../rules/chat.ts';
import type { EventKind } from '../../rules/kinds.ts';
import {
  type ChatRecord,
  chatEntity,
  chatTokenEntity,
  getChat,
  getChatToken,
  getMessage,
  type MessageRecord,
  messageEntity,
} from '../../store/chat.ts';
import type { Chatting } from './deliver-messages.ts';

/** What is chosen of a project's chat. */
export interface ChatChoice {
  format: ChatFormat;
  channel: string;
  kinds: readonly EventKind[];
  active: boolean;
  /** Absent, the one that is there stays. */
  token?: string | undefined;
}

/** Chooses where the project's events are sent. @throws ServiceError `invalid` for the first choice without a token. */
export async function replaceChat(ctx: ProjectContext, { token, ...choice }: ChatChoice): Promise<ChatRecord> {
  const { projectId, actor } = ctx;
  return retryOnConflict(orRefuse(`The chat of project '${projectId}'`), async () => {
    const [found, standing] = await Promise.all([getChat(ctx.db, projectId), getChatToken(ctx.db, projectId)]);
    if (token === undefined && standing === undefined)
      throw invalid('Invalid request: body.token: is needed, since none is there yet', [
        { path: 'body.token', message: 'is needed, since none is there yet' },
      ]);
    const rev = found?.rev ?? 0;
    const written = { updatedBy: actor.user.username, updatedAt: nowOf(ctx) };
    const chat: ChatRecord = { projectId, ...choice, kinds: [...choice.kinds], ...written };
    const transaction = new Transaction(ctx.db)
      .check(projectKeys.project(projectId), ifNotDeleted, () => noAccess(projectId))
      .put(chatEntity.encode(chat, rev + 1), rev === 0 ? ifAbsent : ifRevision(rev), staleRead)
      .put(entryOf(ctx, 'replace-chat', chat));
    if (token !== undefined) transaction.put(chatTokenEntity.encode({ projectId, token }, 1));
    await transaction.commit();
    return chat;
  });
}

/** Sends nothing to the chat any more, and forgets its token. @throws ServiceError `not-found`. */
export async function deleteChat(ctx: ProjectContext): Promise<void> {
  const chat = await requireChat(ctx);
  await new Transaction(ctx.db)
    .delete(chatKeys.chat(ctx.projectId))
    .delete(chatKeys.token(ctx.projectId))
    .put(entryOf(ctx, 'delete-chat', chat))
    .commit();
}

/** Sends a message at once, and returns the outcome. It is not logged. @throws ServiceError `not-found`. */
export async function testChat(ctx: Chatting<ProjectContext>): Promise<ChatOutcome> {
  const { channel } = await requireChat(ctx);
  const token = (await getChatToken(ctx.db, ctx.projectId)) ?? '';
  const { projectId } = ctx;
  const targetUrl = `/projects/${encodeURIComponent(projectId)}`;
  const told = { projectId, title: 'This is a test', excerpt: '', targetUrl };
  return ctx.chat.post({ token, channel, id: randomUUID(), text: slackText(told, ctx.config.publicUrl) });
}

/** What was sent to the channel that is chosen now, the newest event first. */
export async function listMessages(
  ctx: ProjectContext,
  filter: { status?: MessageRecord['status'] | undefined },
  page: PageRequest,
): Promise<Page<MessageRecord>> {
  const { channel } = await requireChat(ctx);
  return readPage(ctx.db, chatKeys.ofChannel(ctx.projectId, channel), page, {
    decode: (item) => messageEntity.decode(item),
    keep: ({ status }) => filter.status === undefined || status === filter.status,
  });
}

/**
 * Has a message sent again as if it had never been tried (rule CHAT-6). One that waits is tried at once.
 * @throws ServiceError `not_found` also for one to another channel than is chosen now; `conflict` for one that is in the chat,
 * or whose post was deleted.
 */
export async function replayMessage(ctx: ProjectContext, id: string): Promise<MessageRecord> {
  const { projectId, channel } = await requireChat(ctx);
  const missing = () => notInProject('Chat message', id, projectId);
  const name = messageNameOf(id);
  if (!name) throw missing();
  return sendAgain(ctx, messageEntity, `Chat message '${id}'`, async () => {
    const found = await getMessage(ctx.db, { projectId, channel, ...name });
    if (!found) throw missing();
    if (found.status === 'delivered') throw conflict(`Chat message '${id}' is in the chat`);
    if (found.status === 'dead' && found.follows === 'deletion' && found.posted === undefined)
      throw conflict(`Chat message '${id}' has no post any more`);
    return found;
  });
}

/** How a message is called on the wire: the instant of its event in milliseconds, and its id. */
export const chatMessageIdOf = ({ at, messageId }: Pick<MessageRecord, 'at' | 'messageId'>): string =>
  timedIdOf(at, messageId);

/** That of an event, or of a post: a reply has its number behind its thread's. */
const messageIdForm = /^[0-9a-f]{32}(?:-[1-9]\d{0,5})?$/;

function messageNameOf(text: string): Pick<MessageRecord, 'at' | 'messageId'> | undefined {
  const name = parseTimedId(text, messageIdForm);
  return name && { at: name.at, messageId: name.id };
}

async function requireChat({ db, projectId }: ProjectContext): Promise<ChatRecord> {
  const chat = await getChat(db, projectId);
  if (!chat) throw notFound(`Project '${projectId}' has no chat`);
  return chat;
}

const entryOf = (
  ctx: ProjectContext,
  action: 'replace-chat' | 'delete-chat',
  { projectId, format, channel, kinds, active }: ChatRecord,
) =>
  projectEntry(ctx, projectId, { action, resource: `chat:${format}`, details: { channel, kinds: [...kinds], active } });
