import * as z from 'zod';
import { extensibleKind, instant } from '../../../api/schemas/common.ts';
import { eventKinds } from '../../rules/kinds.ts';

/** Wire shapes of webhooks. */

const kind = extensibleKind(eventKinds);

/** Where a project's events are sent to. */
export const webhook = z
  .object({
    webhook_id: z.string(),
    url: z.string(),
    description: z.string(),
    kinds: z.array(kind),
    active: z.boolean(),
    created_by: z.string(),
    created_at: instant,
    updated_by: z.string(),
    updated_at: instant,
  })
  .meta({ id: 'Webhook' });

const secret = z.string().meta({ description: 'What deliveries are signed with; shown this once' });

/** A webhook that was just made. */
export const createdWebhook = webhook.extend({ secret }).meta({ id: 'CreatedWebhook' });

/** A secret that was just made. */
export const rotatedSecret = z
  .object({
    secret,
    former_valid_until: instant.meta({ description: 'Until when deliveries are signed with the former secret too' }),
  })
  .meta({ id: 'RotatedWebhookSecret' });

const url = z.string().min(1).max(2000).meta({
  description: 'https, at an address of the public network',
  example: 'https://hooks.example.com/fiducial',
});
const description = z.string().max(200);
const kinds = z.array(z.enum(eventKinds)).min(1).max(eventKinds.length).meta({
  description: 'Which events are sent',
});

/** Body of a new webhook. */
export const createWebhookBody = z.object({
  url,
  description: description.default(''),
  kinds: kinds.default([...eventKinds]),
  active: z.boolean().default(true),
});

/** Body of a change. */
export const updateWebhookBody = z.object({
  url: url.optional(),
  description: description.optional(),
  kinds: kinds.optional(),
  active: z.boolean().optional(),
});

export const deliveryStatuses = ['pending', 'delivered', 'dead'] as const;

/** An event on its way to a webhook. */
export const delivery = z
  .object({
    delivery_id: z.string(),
    kind,
    status: z.enum(deliveryStatuses).meta({
      description: '`pending` is tried (again) at `next_attempt_at`, `dead` was given up',
    }),
    attempts: z.int(),
    created_at: instant.meta({ description: 'When the event was' }),
    next_attempt_at: instant.nullable(),
    last_attempt_at: instant.nullable(),
    last_status: z.int().nullable().meta({ description: 'What the receiver answered last' }),
    last_error: z.string().nullable(),
    delivered_at: instant.nullable(),
  })
  .meta({ id: 'WebhookDelivery' });

/** The outcome of a test. */
export const webhookTest = z
  .object({ delivered: z.boolean(), status: z.int().nullable(), error: z.string().nullable() })
  .meta({ id: 'WebhookTest' });
