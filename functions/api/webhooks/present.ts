import { deliveryIdOf } from '#shared/services/webhooks/deliveries.ts';
import type { DeliveryRecord, WebhookRecord } from '#shared/store/webhooks/webhooks.ts';

/** A webhook on the wire. */
export const presentWebhook = (webhook: WebhookRecord) => ({
  webhook_id: webhook.webhookId,
  url: webhook.url,
  description: webhook.description,
  kinds: webhook.kinds,
  active: webhook.active,
  created_by: webhook.createdBy,
  created_at: webhook.createdAt,
  updated_by: webhook.updatedBy,
  updated_at: webhook.updatedAt,
});

/** A delivery on the wire. */
export const presentDelivery = (delivery: DeliveryRecord) => ({
  delivery_id: deliveryIdOf(delivery),
  kind: delivery.kind,
  status: delivery.status,
  attempts: delivery.attempts,
  created_at: delivery.at,
  next_attempt_at: delivery.nextAt ?? null,
  last_attempt_at: delivery.lastAttemptAt ?? null,
  last_status: delivery.lastStatus ?? null,
  last_error: delivery.lastError ?? null,
  delivered_at: delivery.deliveredAt ?? null,
});
