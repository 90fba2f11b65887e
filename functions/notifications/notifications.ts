import { notificationOperations } from '#shared/notifications/contract/operations/notifications.ts';
import { countUnread, readAll, readInbox, readOne } from '#shared/notifications/verbs/inbox.ts';
import * as settings from '#shared/notifications/verbs/settings.ts';
import { readEmailSettings, readUnwanted, replaceUnwanted } from '#shared/notifications/verbs/settings.ts';
import { endpoint } from '../http/endpoint.ts';
import { pageOf } from '../http/page.ts';
import { Reply } from '../http/response.ts';
import { changesByClock } from '../http/revised.ts';
import { muteOf, presentEmail, presentNotification, presentUnwanted } from './present.ts';

export const confirmEmailAddress = endpoint(notificationOperations.confirmEmailAddress, async ({ ctx, body }) =>
  presentEmail(await settings.confirmEmailAddress(ctx, body.code)),
);

export const getEmailSettings = endpoint(notificationOperations.getEmailSettings, async ({ ctx }) =>
  presentEmail(await readEmailSettings(ctx)),
);

export const getNotificationSettings = endpoint(notificationOperations.getNotificationSettings, async ({ ctx }) =>
  presentUnwanted(await readUnwanted(ctx)),
);

export const getUnreadNotificationCount = endpoint(
  notificationOperations.getUnreadNotificationCount,
  async ({ ctx }) => ({ unread_count: await countUnread(ctx) }),
);

export const listNotifications = endpoint(notificationOperations.listNotifications, async ({ ctx, query }) => {
  const page = await readInbox(ctx, { ...query, unreadOnly: query.unread_only });
  const notifications = page.records.map(presentNotification);
  // A subject that is deleted is another project's write.
  return new Reply({ notifications, unread_count: page.unread, ...pageOf(page) }, changesByClock(ctx));
});

export const markAllNotificationsRead = endpoint(notificationOperations.markAllNotificationsRead, async ({ ctx }) => ({
  updated: await readAll(ctx),
}));

export const markNotificationRead = endpoint(notificationOperations.markNotificationRead, async ({ ctx, params }) =>
  presentNotification(await readOne(ctx, params.notification_id)),
);

export const replaceEmailSettings = endpoint(notificationOperations.replaceEmailSettings, async ({ ctx, body }) => {
  const rules = {
    kinds: body.kinds,
    timeZone: body.timezone ?? ctx.config.calendarTimeZone,
    quiet: body.quiet_hours ?? undefined,
    digestAt: body.digest_at ?? undefined,
  };
  return presentEmail(await settings.replaceEmailSettings(ctx, { address: body.address ?? undefined, rules }));
});

export const replaceNotificationSettings = endpoint(
  notificationOperations.replaceNotificationSettings,
  async ({ ctx, body }) =>
    presentUnwanted(await replaceUnwanted(ctx, { muted: body.muted_kinds, mutes: body.mutes?.map(muteOf) })),
);
