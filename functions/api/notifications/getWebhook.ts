import { webhookOperations } from '#shared/contract/operations/webhooks.ts';
import { readWebhook } from '#shared/services/webhooks/webhooks.ts';
import { endpoint } from '../../http/endpoint.ts';
import { presentWebhook } from './present.ts';

export const getWebhook = endpoint(webhookOperations.getWebhook, async ({ ctx, params }) =>
  presentWebhook(await readWebhook(ctx, params.webhook_id)),
);
