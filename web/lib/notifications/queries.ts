import { queryOptions } from '@tanstack/react-query';
import { api } from '../api/api.ts';
import type { InboxSearch } from '../url/search-types.ts';

/** What pages read of the person's own notifications, which are of all their projects. */

/** Key of everything of the inbox. */
export const inboxKey = ['notifications'] as const;

/** A hidden tab sends no requests. */
const watched = {
  refetchInterval: 15_000,
  refetchIntervalInBackground: false,
  refetchOnWindowFocus: 'always',
} as const;

export const unreadQuery = () =>
  queryOptions({
    ...watched,
    queryKey: [...inboxKey, 'unread'],
    queryFn: () => api.getUnreadNotificationCount().then(({ unread_count }) => unread_count),
  });

export const inboxPageSize = 50;

/** One page of the inbox, the newest first. */
export const inboxQuery = ({ show, page = 1 }: InboxSearch) =>
  queryOptions({
    ...watched,
    queryKey: [...inboxKey, 'list', show ?? 'all', page],
    queryFn: () =>
      api.listNotifications({
        query: { unread_only: show === 'unread', skip: (page - 1) * inboxPageSize, limit: inboxPageSize },
      }),
  });

export const notificationSettingsQuery = () =>
  queryOptions({
    queryKey: [...inboxKey, 'settings'],
    queryFn: () => api.getNotificationSettings(),
  });

export const emailSettingsQuery = () =>
  queryOptions({ queryKey: [...inboxKey, 'email'], queryFn: () => api.getEmailSettings() });
