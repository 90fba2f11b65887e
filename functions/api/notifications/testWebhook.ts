import { webhookOperations } from '#shared/contract/operations/webhooks.ts';
import { isTaken } from '#shared/services/webhooks/deliver.ts';
import * as deliveries from '#shared/services/webhooks/deliveries.ts';
import { endpoint } from '../../http/endpoint.ts';
import { sending } from '../../ports/webhooks.ts';

export const testWebhook = endpoint(webhookOperations.testWebhook, async ({ ctx, params }) => {
  const outcome = await deliveries.testWebhook(sending(ctx), params.webhook_id);
  const { status, error } = { status: null, error: null, ...outcome };
  return { delivered: isTaken(outcome), status, error };
});
