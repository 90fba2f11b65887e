import { notificationOperations } from '#shared/contract/operations/notifications.ts';
import { readUnwanted } from '#shared/services/notifications/settings.ts';
import { endpoint } from '../../http/endpoint.ts';
import { presentUnwanted } from './present.ts';

export const getNotificationSettings = endpoint(notificationOperations.getNotificationSettings, async ({ ctx }) =>
  presentUnwanted(await readUnwanted(ctx)),
);
