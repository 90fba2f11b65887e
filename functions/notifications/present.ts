import type { ChatOutcome } from '#shared/notifications/chat/port.ts';
import { chatAnswer, chatMessage } from '#shared/notifications/contract/schemas/chat.ts';
import {
  emailSettings,
  notification,
  notificationSettings,
} from '#shared/notifications/contract/schemas/notifications.ts';
import { delivery, webhook } from '#shared/notifications/contract/schemas/webhooks.ts';
import type { NotificationKind } from '#shared/notifications/rules/kinds.ts';
import type { Mute } from '#shared/notifications/rules/mutes.ts';
import type { ChatRecord, MessageRecord } from '#shared/notifications/store/chat.ts';
import type { DeliveryRecord, WebhookRecord } from '#shared/notifications/store/webhooks.ts';
import { chatMessageIdOf } from '#shared/notifications/verbs/chat/chat.ts';
import type { ShownNotification } from '#shared/notifications/verbs/deleted-sources.ts';
import { notificationIdOf } from '#shared/notifications/verbs/inbox.ts';
import type { EmailSettings, Unwanted } from '#shared/notifications/verbs/settings.ts';
import { deliveryIdOf } from '#shared/notifications/verbs/webhooks/deliveries.ts';
import { present } from '../http/present.ts';

/** A notification on the wire. */
export const presentNotification = (record: ShownNotification) =>
  present(notification, record, {
    id: notificationIdOf(record),
    recipient_user_id: record.userId,
    recipient_username: record.username,
    actor_username: record.actor ?? '',
    created_at: record.at,
  });

/** A webhook on the wire. */
export const presentWebhook = (record: WebhookRecord) => present(webhook, record);

/** A delivery on the wire. */
export const presentDelivery = (record: DeliveryRecord) =>
  present(delivery, record, {
    delivery_id: deliveryIdOf(record),
    created_at: record.at,
    next_attempt_at: record.nextAt,
  });

/** The kinds and subjects that the user has muted, on the wire. */
export const presentUnwanted = ({ muted, mutes }: Unwanted) =>
  present(notificationSettings, { mutedKinds: muted, mutes });

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
export const presentEmail = ({ isConfigured, choice }: EmailSettings) =>
  present(emailSettings, choice, {
    configured: isConfigured,
    pending_address: choice.pending?.address,
    timezone: choice.timeZone,
    quiet_hours: choice.quiet,
  });

/** A project's chat on the wire; its token stays inside. */
export const presentChat = (chat: ChatRecord | undefined) => present(chatAnswer, { chat });

/** What came of a test, on the wire. */
export function presentChatTest(outcome: ChatOutcome) {
  if ('posted' in outcome) return { delivered: true, error: null };
  if ('waitSeconds' in outcome) return { delivered: false, error: `It asks to wait ${outcome.waitSeconds} seconds` };
  return { delivered: false, error: 'refused' in outcome ? outcome.refused : outcome.unsure };
}

/** A message to a chat on the wire. */
export const presentMessage = (message: MessageRecord) =>
  present(chatMessage, message, {
    chat_message_id: chatMessageIdOf(message),
    created_at: message.at,
    next_attempt_at: message.nextAt,
  });
