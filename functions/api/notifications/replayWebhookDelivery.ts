import { webhookOperations } from '#shared/contract/operations/webhooks.ts';
import { replayDelivery } from '#shared/services/webhooks/deliveries.ts';
import { endpoint } from '../../http/endpoint.ts';
import { presentDelivery } from './present.ts';

export const replayWebhookDelivery = endpoint(webhookOperations.replayWebhookDelivery, async ({ ctx, params }) =>
  presentDelivery(await replayDelivery(ctx, params.webhook_id, params.delivery_id)),
);
