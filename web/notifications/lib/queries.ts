import { queryOptions } from '@tanstack/react-query';
import { api } from '../../ui/lib/api/api.ts';
import { followed } from '../../ui/lib/api/followed.ts';
import { unreadKey } from '../../ui/lib/api/queries.ts';
import type { InboxSearch } from '../../ui/lib/url/search-types.ts';

/** What pages read of the person's own notifications, which are of all their projects. */

/** Key of everything of the inbox. */
export const inboxKey = ['notifications'] as const;

export const unreadQuery = () =>
  queryOptions({
    ...followed,
    queryKey: unreadKey,
    queryFn: () => api.getUnreadNotificationCount({ ifChanged: true }).then(({ unread_count }) => unread_count),
  });

export const inboxPageSize = 50;

/** One page of the inbox, the newest first. */
export const inboxQuery = ({ show, page = 1 }: InboxSearch) =>
  queryOptions({
    ...followed,
    queryKey: [...inboxKey, 'list', show ?? 'all', page],
    queryFn: () =>
      api.listNotifications({
        query: { unread_only: show === 'unread', skip: (page - 1) * inboxPageSize, limit: inboxPageSize },
        ifChanged: true,
      }),
  });

export const notificationSettingsQuery = () =>
  queryOptions({
    queryKey: [...inboxKey, 'settings'],
    queryFn: () => api.getNotificationSettings(),
  });

export const emailSettingsQuery = () =>
  queryOptions({ queryKey: [...inboxKey, 'email'], queryFn: () => api.getEmailSettings() });
