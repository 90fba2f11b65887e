import { notificationOperations } from '#shared/contract/operations/notifications.ts';
import { mutedKindsOf } from '#shared/services/notifications/inbox.ts';
import { endpoint } from '../../http/endpoint.ts';

export const getNotificationSettings = endpoint(notificationOperations.getNotificationSettings, async ({ ctx }) => ({
  muted_kinds: await mutedKindsOf(ctx),
}));
