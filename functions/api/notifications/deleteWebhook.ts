import { webhookOperations } from '#shared/contract/operations/webhooks.ts';
import * as webhooks from '#shared/services/webhooks/webhooks.ts';
import { endpoint } from '../../http/endpoint.ts';

export const deleteWebhook = endpoint(webhookOperations.deleteWebhook, async ({ ctx, params }) => {
  await webhooks.deleteWebhook(ctx, params.webhook_id);
  return undefined;
});
