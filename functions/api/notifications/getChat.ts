import { chatOperations } from '#shared/contract/operations/chat.ts';
import * as store from '#shared/store/chat/chat.ts';
import { endpoint } from '../../http/endpoint.ts';
import { presentChat } from './present.ts';

export const getChat = endpoint(chatOperations.getChat, async ({ ctx }) =>
  presentChat(await store.getChat(ctx.db, ctx.projectId)),
);
