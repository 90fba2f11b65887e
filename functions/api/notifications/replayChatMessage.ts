import { chatOperations } from '#shared/contract/operations/chat.ts';
import { replayMessage } from '#shared/services/chat/chat.ts';
import { endpoint } from '../../http/endpoint.ts';
import { presentMessage } from './present.ts';

export const replayChatMessage = endpoint(chatOperations.replayChatMessage, async ({ ctx, params }) =>
  presentMessage(await replayMessage(ctx, params.chat_message_id)),
);
