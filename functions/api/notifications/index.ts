import { groupHandler } from '../../http/group.ts';
import { getNotificationSettings } from './getNotificationSettings.ts';
import { getUnreadNotificationCount } from './getUnreadNotificationCount.ts';
import { listNotifications } from './listNotifications.ts';
import { markAllNotificationsRead } from './markAllNotificationsRead.ts';
import { markNotificationRead } from './markNotificationRead.ts';
import { replaceNotificationSettings } from './replaceNotificationSettings.ts';

export const handler = groupHandler({
  listNotifications,
  getUnreadNotificationCount,
  markAllNotificationsRead,
  markNotificationRead,
  getNotificationSettings,
  replaceNotificationSettings,
});
