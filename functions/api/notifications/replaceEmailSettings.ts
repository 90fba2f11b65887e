import { notificationOperations } from '#shared/contract/operations/notifications.ts';
import * as settings from '#shared/services/notifications/settings.ts';
import { endpoint } from '../../http/endpoint.ts';
import { presentEmail } from './present.ts';

export const replaceEmailSettings = endpoint(notificationOperations.replaceEmailSettings, async ({ ctx, body }) => {
  const rules = {
    kinds: body.kinds,
    timeZone: body.timezone ?? ctx.config.calendarTimeZone,
    quiet: body.quiet_hours ?? undefined,
    digestAt: body.digest_at ?? undefined,
  };
  return presentEmail(await settings.replaceEmailSettings(ctx, { address: body.address ?? undefined, rules }));
});
