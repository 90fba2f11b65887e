import { notificationOperations } from '#shared/contract/operations/notifications.ts';
import { readInbox } from '#shared/services/notifications/inbox.ts';
import { endpoint } from '../../http/endpoint.ts';
import { Reply } from '../../http/response.ts';
import { changesByClock } from '../../http/revised.ts';
import { pageOf } from '../page.ts';
import { presentNotification } from './present.ts';

export const listNotifications = endpoint(notificationOperations.listNotifications, async ({ ctx, query }) => {
  const page = await readInbox(ctx, { ...query, unreadOnly: query.unread_only });
  const notifications = page.records.map(presentNotification);
  // A subject that is deleted is another project's write.
  return new Reply({ notifications, unread_count: page.unread, ...pageOf(page) }, changesByClock(ctx));
});
