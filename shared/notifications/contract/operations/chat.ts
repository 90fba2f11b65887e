import * as z from 'zod';
import { define } from '../../../api/define.ts';
import { pageFields, pageQuery } from '../../../api/schemas/common.ts';
import { chatAnswer, chatBody, chatMessage, chatTest } from '../schemas/chat.ts';
import { deliveryStatuses } from '../schemas/webhooks.ts';

/** The chat in which a project's discussions are followed, for its owner. */
export const chatOperations = {
  getChat: define('getChat', {
    summary: 'The chat to which the events of the project are sent, without its token',
    status: 200,
    response: chatAnswer,
  }),
  replaceChat: define('replaceChat', {
    summary: 'Choose the chat to which the events of the project are sent',
    description: 'Each discussion is a thread there: its first post a message, what follows its answers.',
    body: chatBody,
    status: 200,
    response: chatAnswer,
    secret: true,
  }),
  deleteChat: define('deleteChat', {
    summary: 'Send nothing to the chat any more, and forget its token',
    status: 204,
    errors: ['not_found'],
  }),
  testChat: define('testChat', {
    summary: 'Send a message to the chat at once, and say what came of it',
    status: 200,
    response: chatTest,
    errors: ['not_found'],
  }),
  listChatMessages: define('listChatMessages', {
    summary: 'What was sent to the channel, the newest event first',
    description: 'Kept for 30 days.',
    query: z.object({ status: z.enum(deliveryStatuses).optional(), ...pageQuery }),
    status: 200,
    response: z.object({ messages: z.array(chatMessage), ...pageFields }),
    errors: ['not_found', 'request_too_broad', 'invalid_cursor'],
  }),
  replayChatMessage: define('replayChatMessage', {
    summary: 'Send a message again that was given up, as if it had never been tried',
    description:
      'One that waits is tried at once. What answers a discussion is sent once the first message of the discussion is there. 409 for a message that is in the chat, or whose post was deleted.',
    params: z.object({ chat_message_id: z.string().min(1).max(100) }),
    status: 200,
    response: chatMessage,
    errors: ['not_found', 'conflict', 'concurrent_change'],
  }),
};
