import { notificationOperations } from '#shared/contract/operations/notifications.ts';
import { readInbox } from '#shared/services/notifications/inbox.ts';
import { endpoint } from '../../http/endpoint.ts';
import { pageOf } from '../page.ts';
import { presentNotification } from './present.ts';

export const listNotifications = endpoint(notificationOperations.listNotifications, async ({ ctx, query }) => {
  const page = await readInbox(ctx, { ...query, unreadOnly: query.unread_only });
  return { notifications: page.records.map(presentNotification), unread_count: page.unread, ...pageOf(page) };
});
