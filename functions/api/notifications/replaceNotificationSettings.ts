import { notificationOperations } from '#shared/contract/operations/notifications.ts';
import { replaceUnwanted } from '#shared/services/notifications/settings.ts';
import { endpoint } from '../../http/endpoint.ts';
import { muteOf, presentUnwanted } from './present.ts';

export const replaceNotificationSettings = endpoint(
  notificationOperations.replaceNotificationSettings,
  async ({ ctx, body }) =>
    presentUnwanted(await replaceUnwanted(ctx, { muted: body.muted_kinds, mutes: body.mutes?.map(muteOf) })),
);
