import * as z from 'zod';
import { define } from '../../../api/define.ts';
import { pageFields, pageQuery } from '../../../api/schemas/common.ts';
import {
  createdWebhook,
  createWebhookBody,
  delivery,
  deliveryStatuses,
  rotatedSecret,
  updateWebhookBody,
  webhook,
  webhookTest,
} from '../schemas/webhooks.ts';

const ofWebhook = z.object({ webhook_id: z.string().min(1).max(64) });

/** Where a project's events are sent to, for its owner. */
export const webhookOperations = {
  listWebhooks: define('listWebhooks', {
    summary: 'Where the events of the project are sent to',
    status: 200,
    response: z.object({ webhooks: z.array(webhook), ...pageFields }),
  }),
  createWebhook: define('createWebhook', {
    summary: 'Have events sent to an address; the secret that they are signed with is shown this once',
    description: 'At most 20 webhooks a project.',
    body: createWebhookBody,
    status: 201,
    response: createdWebhook,
    errors: ['limit_reached'],
    secret: true,
  }),
  getWebhook: define('getWebhook', {
    summary: 'A webhook, without its secret',
    params: ofWebhook,
    status: 200,
    response: webhook,
    errors: ['not_found'],
  }),
  updateWebhook: define('updateWebhook', {
    summary: 'Change a webhook; absent fields stay',
    params: ofWebhook,
    body: updateWebhookBody,
    status: 200,
    response: webhook,
    errors: ['not_found'],
  }),
  deleteWebhook: define('deleteWebhook', {
    summary: 'Send nothing to an address any more',
    params: ofWebhook,
    status: 204,
    errors: ['not_found'],
  }),
  testWebhook: define('testWebhook', {
    summary: 'Send an event of the kind `test` at once, and say what came of it',
    params: ofWebhook,
    status: 200,
    response: webhookTest,
    errors: ['not_found'],
  }),
  rotateWebhookSecret: define('rotateWebhookSecret', {
    summary: 'Give a webhook a new secret; for a day events are signed with the former one too',
    params: ofWebhook,
    status: 200,
    response: rotatedSecret,
    errors: ['not_found'],
    secret: true,
  }),
  listWebhookDeliveries: define('listWebhookDeliveries', {
    summary: 'What was sent to a webhook, the newest event first',
    description: 'Kept for 30 days.',
    params: ofWebhook,
    query: z.object({ status: z.enum(deliveryStatuses).optional(), ...pageQuery }),
    status: 200,
    response: z.object({ deliveries: z.array(delivery), ...pageFields }),
    errors: ['not_found', 'request_too_broad', 'invalid_cursor'],
  }),
  replayWebhookDelivery: define('replayWebhookDelivery', {
    summary: 'Send an event to a webhook again, with the same id',
    params: z.object({ ...ofWebhook.shape, delivery_id: z.string().min(1).max(64) }),
    status: 200,
    response: delivery,
    errors: ['not_found'],
  }),
};
