import { notificationOperations } from '#shared/contract/operations/notifications.ts';
import * as settings from '#shared/services/notifications/settings.ts';
import { endpoint } from '../../http/endpoint.ts';
import { presentEmail } from './present.ts';

export const confirmEmailAddress = endpoint(notificationOperations.confirmEmailAddress, async ({ ctx, body }) =>
  presentEmail(await settings.confirmEmailAddress(ctx, body.code)),
);
