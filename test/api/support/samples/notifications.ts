import type { routes } from '#shared/api/routes.ts';
import type { SamplesOf } from './sample.ts';

export const notificationsSamples = {
  listNotifications: () => ({}),
  getUnreadNotificationCount: () => ({}),
  markAllNotificationsRead: () => ({}),
  markNotificationRead: ({ notificationId }) => ({ params: { notification_id: notificationId } }),
  getNotificationSettings: () => ({}),
  replaceNotificationSettings: () => ({ body: { muted_kinds: ['mention'] } }),
  getEmailSettings: () => ({}),
  replaceEmailSettings: () => ({ body: { address: null, kinds: ['mention'] } }),
  confirmEmailAddress: ({ emailCode }) => ({ body: { code: emailCode } }),
  getChat: () => ({}),
  replaceChat: () => ({ body: { channel: 'C0123456789', token: 'xoxb-sample' } }),
  deleteChat: () => ({}),
  testChat: () => ({}),
  listChatMessages: () => ({}),
  replayChatMessage: ({ chatMessageId }) => ({ params: { chat_message_id: chatMessageId } }),
  listWebhooks: () => ({}),
  createWebhook: () => ({ body: { url: 'https://hooks.example.com/fiducial' } }),
  getWebhook: ({ webhookId }) => ({ params: { webhook_id: webhookId } }),
  updateWebhook: ({ webhookId }) => ({ params: { webhook_id: webhookId }, body: { active: false } }),
  deleteWebhook: ({ webhookId }) => ({ params: { webhook_id: webhookId } }),
  testWebhook: ({ webhookId }) => ({ params: { webhook_id: webhookId } }),
  rotateWebhookSecret: ({ webhookId }) => ({ params: { webhook_id: webhookId } }),
  listWebhookDeliveries: ({ webhookId }) => ({ params: { webhook_id: webhookId } }),
  replayWebhookDelivery: ({ webhookId, deliveryId }) => ({
    params: { webhook_id: webhookId, delivery_id: deliveryId },
  }),
} satisfies Partial<SamplesOf<typeof routes>>;
