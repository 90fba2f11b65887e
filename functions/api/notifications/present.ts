import { notificationIdOf } from '#shared/services/notifications/inbox.ts';
import { deliveryIdOf } from '#shared/services/webhooks/deliveries.ts';
import type { NotificationRecord } from '#shared/store/notifications/notifications.ts';
import type { DeliveryRecord, WebhookRecord } from '#shared/store/webhooks/webhooks.ts';

/** A notification on the wire. */
export const presentNotification = (record: NotificationRecord) => ({
  id: notificationIdOf(record),
  project_id: record.projectId,
  recipient_user_id: record.userId,
  recipient_username: record.username,
  actor_user_id: record.actorUserId ?? null,
  actor_username: record.actor ?? '',
  kind: record.kind,
  source_type: record.sourceType,
  source_id: record.sourceId,
  target_url: record.targetUrl,
  title: record.title,
  excerpt: record.excerpt,
  read_at: record.readAt ?? null,
  created_at: record.at,
});

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
