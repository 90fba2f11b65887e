import { notificationOperations } from '#shared/contract/operations/notifications.ts';
import { countUnread } from '#shared/services/notifications/inbox.ts';
import { endpoint } from '../../http/endpoint.ts';

export const getUnreadNotificationCount = endpoint(
  notificationOperations.getUnreadNotificationCount,
  async ({ ctx }) => ({ unread_count: await countUnread(ctx) }),
);
