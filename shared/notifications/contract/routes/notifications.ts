import { owner, type Route, sessionOnly, user } from '../../../api/route.ts';

/** Notifications to people and other services: the inbox, a channel of a chat, webhooks. */
export const notificationsRoutes = {
  listNotifications: { method: 'GET', path: '/notifications', group: 'notifications', ...user },
  getUnreadNotificationCount: {
    method: 'GET',
    path: '/notifications/unread-count',
    group: 'notifications',
    ...user,
  },
  markAllNotificationsRead: { method: 'PATCH', path: '/notifications/read-all', group: 'notifications', ...user },
  markNotificationRead: {
    method: 'PATCH',
    path: '/notifications/{notification_id}/read',
    group: 'notifications',
    ...user,
  },
  getNotificationSettings: { method: 'GET', path: '/notifications/settings', group: 'notifications', ...user },
  replaceNotificationSettings: { method: 'PUT', path: '/notifications/settings', group: 'notifications', ...user },
  getEmailSettings: { method: 'GET', path: '/notifications/email', group: 'notifications', ...user },
  replaceEmailSettings: { method: 'PUT', path: '/notifications/email', group: 'notifications', ...user },
  confirmEmailAddress: { method: 'POST', path: '/notifications/email/confirm', group: 'notifications', ...user },

  getChat: { method: 'GET', path: '/chat', group: 'notifications', ...owner },
  replaceChat: { method: 'PUT', path: '/chat', group: 'notifications', ...owner, ...sessionOnly },
  deleteChat: { method: 'DELETE', path: '/chat', group: 'notifications', ...owner },
  testChat: { method: 'POST', path: '/chat/test', group: 'notifications', ...owner },
  replayChatMessage: {
    method: 'POST',
    path: '/chat/messages/{chat_message_id}/replay',
    group: 'notifications',
    ...owner,
  },
  listChatMessages: { method: 'GET', path: '/chat/messages', group: 'notifications', ...owner },
  listWebhooks: { method: 'GET', path: '/webhooks', group: 'notifications', ...owner },
  createWebhook: { method: 'POST', path: '/webhooks', group: 'notifications', ...owner, ...sessionOnly },
  getWebhook: { method: 'GET', path: '/webhooks/{webhook_id}', group: 'notifications', ...owner },
  updateWebhook: { method: 'PATCH', path: '/webhooks/{webhook_id}', group: 'notifications', ...owner },
  deleteWebhook: { method: 'DELETE', path: '/webhooks/{webhook_id}', group: 'notifications', ...owner },
  testWebhook: { method: 'POST', path: '/webhooks/{webhook_id}/test', group: 'notifications', ...owner },
  rotateWebhookSecret: {
    method: 'POST',
    path: '/webhooks/{webhook_id}/rotate-secret',
    group: 'notifications',
    ...owner,
    ...sessionOnly,
  },
  listWebhookDeliveries: { method: 'GET', path: '/webhooks/{webhook_id}/deliveries', group: 'notifications', ...owner },
  replayWebhookDelivery: {
    method: 'POST',
    path: '/webhooks/{webhook_id}/deliveries/{delivery_id}/replay',
    group: 'notifications',
    ...owner,
  },
} as const satisfies Record<string, Route>;
