import type { ChatOutcome } from '#shared/notifications/chat/port.ts';
import type { NotificationKind } from '#shared/notifications/rules/kinds.ts';
import type { Mute } from '#shared/notifications/rules/mutes.ts';
import type { ChatRecord, MessageRecord } from '#shared/notifications/store/chat.ts';
import type { DeliveryRecord, WebhookRecord } from '#shared/notifications/store/webhooks.ts';
import { chatMessageIdOf } from '#shared/notifications/verbs/chat/chat.ts';
import type { ShownNotification } from '#shared/notifications/verbs/deleted-sources.ts';
import { notificationIdOf } from '#shared/notifications/verbs/inbox.ts';
import type { EmailSettings, Unwanted } from '#shared/notifications/verbs/settings.ts';
import { deliveryIdOf } from '#shared/notifications/verbs/webhooks/deliveries.ts';

/** A notification on the wire. */
export const presentNotification = (record: ShownNotification) => ({
  id: notificationIdOf(record),
  project_id: record.projectId,
  recipient_user_id: record.userId,
  recipient_username: record.username,
  actor_user_id: record.actorUserId ?? null,
  actor_username: record.actor ?? '',
  kind: record.kind,
  source_type: record.sourceType,
  source_id: record.sourceId,
  source_deleted: record.sourceDeleted,
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

/** The kinds and subjects that the user has muted, on the wire. */
export const presentUnwanted = ({ muted, mutes }: Unwanted) => ({
  muted_kinds: muted,
  mutes: mutes.map(({ kind, projectId, targetUrl, until }) => ({
    kind: kind ?? null,
    project_id: projectId ?? null,
    target_url: targetUrl ?? null,
    until: until ?? null,
  })),
});

/** A mute as the wire has it. */
interface WireMute {
  kind: NotificationKind | null;
  project_id: string | null;
  target_url: string | null;
  until: string | null;
}

/** A mute in its stored form. */
export const muteOf = ({ kind, project_id, target_url, until }: WireMute): Mute => ({
  kind: kind ?? undefined,
  projectId: project_id ?? undefined,
  targetUrl: target_url ?? undefined,
  until: until ?? undefined,
});

/** The user's e-mail settings, on the wire; codes stay inside. */
export const presentEmail = ({ isConfigured, choice }: EmailSettings) => ({
  configured: isConfigured,
  address: choice.address ?? null,
  pending_address: choice.pending?.address ?? null,
  kinds: choice.kinds,
  timezone: choice.timeZone,
  quiet_hours: choice.quiet ?? null,
  digest_at: choice.digestAt ?? null,
});

/** A project's chat on the wire; its token stays inside. */
export const presentChat = (chat: ChatRecord | undefined) => ({
  chat: chat
    ? {
        format: chat.format,
        channel: chat.channel,
        kinds: chat.kinds,
        active: chat.active,
        updated_by: chat.updatedBy,
        updated_at: chat.updatedAt,
      }
    : null,
});

/** What came of a test, on the wire. */
export function presentChatTest(outcome: ChatOutcome) {
  if ('posted' in outcome) return { delivered: true, error: null };
  if ('waitSeconds' in outcome) return { delivered: false, error: `It asks to wait ${outcome.waitSeconds} seconds` };
  return { delivered: false, error: 'refused' in outcome ? outcome.refused : outcome.unsure };
}

/** A message to a chat on the wire. */
export const presentMessage = (message: MessageRecord) => ({
  chat_message_id: chatMessageIdOf(message),
  message_id: message.messageId,
  thread_id: message.threadId ?? null,
  kind: message.kind,
  title: message.title,
  status: message.status,
  attempts: message.attempts,
  created_at: message.at,
  next_attempt_at: message.nextAt ?? null,
  last_error: message.lastError ?? null,
  delivered_at: message.deliveredAt ?? null,
});
