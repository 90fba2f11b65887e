import { chatOperations } from '#shared/contract/operations/chat.ts';
import { listMessages } from '#shared/services/chat/chat.ts';
import { endpoint } from '../../http/endpoint.ts';
import { pageOf } from '../page.ts';
import { presentMessage } from './present.ts';

export const listChatMessages = endpoint(chatOperations.listChatMessages, async ({ ctx, query }) => {
  const page = await listMessages(ctx, query, query);
  return { messages: page.records.map(presentMessage), ...pageOf(page) };
});
