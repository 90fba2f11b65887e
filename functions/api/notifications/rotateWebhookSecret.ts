import { webhookOperations } from '#shared/contract/operations/webhooks.ts';
import { rotateSecret } from '#shared/services/webhooks/webhooks.ts';
import { endpoint } from '../../http/endpoint.ts';

export const rotateWebhookSecret = endpoint(webhookOperations.rotateWebhookSecret, async ({ ctx, params }) => {
  const { secret, formerValidUntil } = await rotateSecret(ctx, params.webhook_id);
  return { secret, former_valid_until: formerValidUntil };
});
