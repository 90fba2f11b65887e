import { notificationOperations } from '#shared/contract/operations/notifications.ts';
import { readAll } from '#shared/services/notifications/inbox.ts';
import { endpoint } from '../../http/endpoint.ts';

export const markAllNotificationsRead = endpoint(notificationOperations.markAllNotificationsRead, async ({ ctx }) => ({
  updated: await readAll(ctx),
}));
