import { notificationOperations } from '#shared/contract/operations/notifications.ts';
import { readOne } from '#shared/services/notifications/inbox.ts';
import { endpoint } from '../../http/endpoint.ts';
import { presentNotification } from './present.ts';

export const markNotificationRead = endpoint(notificationOperations.markNotificationRead, async ({ ctx, params }) =>
  presentNotification(await readOne(ctx, params.notification_id)),
);
