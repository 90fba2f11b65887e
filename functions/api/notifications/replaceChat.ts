import { chatOperations } from '#shared/contract/operations/chat.ts';
import * as chat from '#shared/services/chat/chat.ts';
import { endpoint } from '../../http/endpoint.ts';
import { presentChat } from './present.ts';

export const replaceChat = endpoint(chatOperations.replaceChat, async ({ ctx, body }) =>
  presentChat(await chat.replaceChat(ctx, body)),
);
