import { webhookOperations } from '#shared/contract/operations/webhooks.ts';
import * as webhooks from '#shared/services/webhooks/webhooks.ts';
import { endpoint } from '../../http/endpoint.ts';
import { sending } from '../../ports/webhooks.ts';
import { presentWebhook } from './present.ts';

export const updateWebhook = endpoint(webhookOperations.updateWebhook, async ({ ctx, params, body }) =>
  presentWebhook(await webhooks.updateWebhook(sending(ctx), params.webhook_id, body)),
);
