import { chatOperations } from '#shared/contract/operations/chat.ts';
import * as chat from '#shared/services/chat/chat.ts';
import { endpoint } from '../../http/endpoint.ts';
import { chatting } from '../../ports/chat.ts';
import { presentChatTest } from './present.ts';

export const testChat = endpoint(chatOperations.testChat, async ({ ctx }) =>
  presentChatTest(await chat.testChat(chatting(ctx))),
);
