import { notificationOperations } from '#shared/contract/operations/notifications.ts';
import { mute } from '#shared/services/notifications/inbox.ts';
import { endpoint } from '../../http/endpoint.ts';

export const replaceNotificationSettings = endpoint(
  notificationOperations.replaceNotificationSettings,
  async ({ ctx, body }) => ({ muted_kinds: await mute(ctx, body.muted_kinds) }),
);
