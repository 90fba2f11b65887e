import { chatOperations } from '#shared/notifications/contract/operations/chat.ts';
import * as store from '#shared/notifications/store/chat.ts';
import * as chat from '#shared/notifications/verbs/chat/chat.ts';
import { listMessages, replayMessage } from '#shared/notifications/verbs/chat/chat.ts';
import { endpoint } from '../http/endpoint.ts';
import { pageOf } from '../http/page.ts';
import { chatting } from '../ports.ts';
import { presentChat, presentChatTest, presentMessage } from './present.ts';

export const deleteChat = endpoint(chatOperations.deleteChat, async ({ ctx }) => {
  await chat.deleteChat(ctx);
  return undefined;
});

export const getChat = endpoint(chatOperations.getChat, async ({ ctx }) =>
  presentChat(await store.getChat(ctx.db, ctx.projectId)),
);

export const listChatMessages = endpoint(chatOperations.listChatMessages, async ({ ctx, query }) => {
  const page = await listMessages(ctx, query, query);
  return { messages: page.records.map(presentMessage), ...pageOf(page) };
});

export const replaceChat = endpoint(chatOperations.replaceChat, async ({ ctx, body }) =>
  presentChat(await chat.replaceChat(ctx, body)),
);

export const replayChatMessage = endpoint(chatOperations.replayChatMessage, async ({ ctx, params }) =>
  presentMessage(await replayMessage(ctx, params.chat_message_id)),
);

export const testChat = endpoint(chatOperations.testChat, async ({ ctx }) =>
  presentChatTest(await chat.testChat(chatting(ctx))),
);
