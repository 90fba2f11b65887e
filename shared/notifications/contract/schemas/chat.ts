import * as z from 'zod';
import { extensibleKind, instant } from '../../../api/schemas/common.ts';
import { chatFormats, tokenLength } from '../../rules/chat.ts';
import { eventKinds } from '../../rules/kinds.ts';
import { deliveryStatuses } from './webhooks.ts';

/** Wire shapes of a project's chat. */

const kind = extensibleKind(eventKinds);

/** Where a project's events are sent to in a chat. */
const chat = z
  .object({
    format: extensibleKind(chatFormats),
    channel: z.string(),
    kinds: z.array(kind),
    active: z.boolean(),
    updated_by: z.string(),
    updated_at: instant,
  })
  .meta({ id: 'Chat' });

/** The chat of a project, if it has one. */
export const chatAnswer = z.object({ chat: chat.nullable() });

/** Events that go into the thread of a discussion. */
const threadKinds = ['thread_started', 'reply', 'thread_status'] as const;

/** Body of a choice. */
export const chatBody = z.object({
  format: z.enum(chatFormats).default('slack'),
  channel: z
    .string()
    .regex(/^[CG][A-Z0-9]{2,40}$/, 'must be the id of a channel such as C0123456789')
    .meta({
      description: 'Id of the channel; a name would lead elsewhere once it is given to another',
      example: 'C0123456789',
    }),
  token: z
    .string()
    .regex(/^xox[a-z]-[\w-]+$/, 'must be a bot token such as xoxb-...')
    .max(tokenLength)
    .optional()
    .meta({ description: 'Of a bot that may write there; absent, the one that is there stays. In no answer' }),
  kinds: z
    .array(z.enum(eventKinds))
    .min(1)
    .max(eventKinds.length)
    .default([...threadKinds]),
  active: z.boolean().default(true),
});

/** The outcome of a test. */
export const chatTest = z.object({ delivered: z.boolean(), error: z.string().nullable() }).meta({ id: 'ChatTest' });

/** An event on its way to a chat. */
export const chatMessage = z
  .object({
    chat_message_id: z.string().meta({ description: 'What it is sent again by' }),
    message_id: z.string().meta({ description: 'Id of the post, where it is one; else of the event' }),
    thread_id: z.string().nullable().meta({ description: 'The discussion in whose thread it is' }),
    kind,
    title: z.string(),
    status: z.enum(deliveryStatuses),
    attempts: z.int(),
    created_at: instant.meta({ description: 'When the event was' }),
    next_attempt_at: instant.nullable(),
    last_error: z.string().nullable(),
    delivered_at: instant.nullable(),
  })
  .meta({ id: 'ChatMessage' });
