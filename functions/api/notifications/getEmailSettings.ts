import { notificationOperations } from '#shared/contract/operations/notifications.ts';
import { readEmailSettings } from '#shared/services/notifications/settings.ts';
import { endpoint } from '../../http/endpoint.ts';
import { presentEmail } from './present.ts';

export const getEmailSettings = endpoint(notificationOperations.getEmailSettings, async ({ ctx }) =>
  presentEmail(await readEmailSettings(ctx)),
);
