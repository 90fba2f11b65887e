import * as z from 'zod';
import { define } from '../../../api/define.ts';
import { revisedByUser } from '../../../api/revised.ts';
import { booleanParam, integerParam, pageFields, pageQuery } from '../../../api/schemas/common.ts';
import { mostCounted } from '../../rules/inbox.ts';
import {
  emailCode,
  emailSettings,
  emailSettingsBody,
  notification,
  notificationSettings,
  notificationSettingsBody,
} from '../schemas/notifications.ts';

const unreadCount = z
  .int()
  .min(0)
  .meta({ description: `How many are unread; ${mostCounted} stands for that many or more` });

/** The caller's notifications, in all their projects. */
export const notificationOperations = {
  listNotifications: define('listNotifications', {
    summary: "The caller's notifications, the newest first",
    query: z.object({
      unread_only: booleanParam(false),
      ...pageQuery,
      limit: integerParam({ min: 1, max: 200, fallback: 50 }),
    }),
    status: 200,
    response: z.object({ notifications: z.array(notification), unread_count: unreadCount, ...pageFields }),
    errors: ['request_too_broad', 'invalid_cursor'],
    ...revisedByUser,
  }),
  getUnreadNotificationCount: define('getUnreadNotificationCount', {
    summary: 'How many notifications the caller has not read',
    status: 200,
    response: z.object({ unread_count: unreadCount }),
    ...revisedByUser,
  }),
  markAllNotificationsRead: define('markAllNotificationsRead', {
    summary: 'Note that the caller has read every notification',
    description: 'At most 5,000 at a time.',
    status: 200,
    response: z.object({ updated: z.int().meta({ description: 'How many were unread' }) }),
  }),
  markNotificationRead: define('markNotificationRead', {
    summary: 'Note that the caller has read a notification',
    description: 'Read again, it keeps the instant at which it was read first.',
    params: z.object({ notification_id: z.string().min(1).max(64) }),
    status: 200,
    response: notification,
    errors: ['not_found'],
  }),
  getNotificationSettings: define('getNotificationSettings', {
    summary: 'What the caller is not told of',
    status: 200,
    response: notificationSettings,
  }),
  replaceNotificationSettings: define('replaceNotificationSettings', {
    summary: 'Choose what the caller is not told of from now on',
    body: notificationSettingsBody,
    status: 200,
    response: notificationSettings,
  }),
  getEmailSettings: define('getEmailSettings', {
    summary: 'What the caller is sent by e-mail, and when',
    status: 200,
    response: emailSettings,
  }),
  replaceEmailSettings: define('replaceEmailSettings', {
    summary: 'Choose what the caller is sent by e-mail, and when',
    description:
      'An address that is not confirmed is sent a code, at most five a day, and nothing else until it is. 409 where the service ' +
      'is not configured to send e-mails.',
    body: emailSettingsBody,
    status: 200,
    response: emailSettings,
    errors: ['conflict', 'limit_reached'],
  }),
  confirmEmailAddress: define('confirmEmailAddress', {
    summary: "Confirm the caller's e-mail address by the code that it was sent",
    body: emailCode,
    status: 200,
    response: emailSettings,
  }),
};
