import { groupHandler } from '../../http/group.ts';
import { confirmEmailAddress } from './confirmEmailAddress.ts';
import { createWebhook } from './createWebhook.ts';
import { deleteChat } from './deleteChat.ts';
import { deleteWebhook } from './deleteWebhook.ts';
import { getChat } from './getChat.ts';
import { getEmailSettings } from './getEmailSettings.ts';
import { getNotificationSettings } from './getNotificationSettings.ts';
import { getUnreadNotificationCount } from './getUnreadNotificationCount.ts';
import { getWebhook } from './getWebhook.ts';
import { listChatMessages } from './listChatMessages.ts';
import { listNotifications } from './listNotifications.ts';
import { listWebhookDeliveries } from './listWebhookDeliveries.ts';
import { listWebhooks } from './listWebhooks.ts';
import { markAllNotificationsRead } from './markAllNotificationsRead.ts';
import { markNotificationRead } from './markNotificationRead.ts';
import { replaceChat } from './replaceChat.ts';
import { replaceEmailSettings } from './replaceEmailSettings.ts';
import { replaceNotificationSettings } from './replaceNotificationSettings.ts';
import { replayChatMessage } from './replayChatMessage.ts';
import { replayWebhookDelivery } from './replayWebhookDelivery.ts';
import { rotateWebhookSecret } from './rotateWebhookSecret.ts';
import { testChat } from './testChat.ts';
import { testWebhook } from './testWebhook.ts';
import { updateWebhook } from './updateWebhook.ts';

export const handler = groupHandler({
  listNotifications,
  getUnreadNotificationCount,
  markAllNotificationsRead,
  markNotificationRead,
  getNotificationSettings,
  replaceNotificationSettings,
  getEmailSettings,
  replaceEmailSettings,
  confirmEmailAddress,
  getChat,
  replaceChat,
  deleteChat,
  testChat,
  listChatMessages,
  replayChatMessage,
  listWebhooks,
  createWebhook,
  getWebhook,
  updateWebhook,
  deleteWebhook,
  testWebhook,
  rotateWebhookSecret,
  listWebhookDeliveries,
  replayWebhookDelivery,
});
