import { chatOperations } from '#shared/contract/operations/chat.ts';
import * as chat from '#shared/services/chat/chat.ts';
import { endpoint } from '../../http/endpoint.ts';

export const deleteChat = endpoint(chatOperations.deleteChat, async ({ ctx }) => {
  await chat.deleteChat(ctx);
  return undefined;
});
