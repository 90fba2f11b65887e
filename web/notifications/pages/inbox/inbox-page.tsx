import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { Button } from '../../../ui/components/button.tsx';
import { EmptyState, ErrorNotice } from '../../../ui/components/notice.tsx';
import { Card, Page } from '../../../ui/components/page.tsx';
import { Pager } from '../../../ui/components/pager.tsx';
import { Pending } from '../../../ui/components/pending.tsx';
import { Segmented } from '../../../ui/components/segmented.tsx';
import { api } from '../../../ui/lib/api/api.ts';
import type { PageAt } from '../../../ui/lib/navigation/page-at.ts';
import type { InboxSearch } from '../../../ui/lib/url/search-types.ts';
import { inboxKey, inboxPageSize, inboxQuery } from '../../lib/queries.ts';
import { NotificationList } from './notification-list.tsx';

const route = getRouteApi('/app/inbox');

const choices = [
  { value: 'all', label: 'All' },
  { value: 'unread', label: 'Unread' },
] as const;

/** The reads that the address of the page tells. */
export const load = ({ search }: PageAt<never, InboxSearch>) => [inboxQuery(search)];

/** The notifications of the user, of all their projects, the newest first. */
export function InboxPage() {
  const search = route.useSearch();
  const { page = 1, show } = search;
  const navigate = route.useNavigate();
  const queryClient = useQueryClient();
  const { data, error } = useQuery(inboxQuery(search));
  const refresh = () => queryClient.invalidateQueries({ queryKey: inboxKey });
  const readAll = useMutation({ mutationFn: () => api.markAllNotificationsRead(), onSuccess: refresh });
  const readOne = useMutation({
    mutationFn: (id: string) => api.markNotificationRead({ params: { notification_id: id } }),
    onSuccess: refresh,
  });
  const unread = data?.unread_count ?? 0;
  return (
    <Page
      title={unread === 0 ? 'Inbox' : `Inbox (${unread})`}
      actions={
        <>
          <Segmented
            label="Which notifications"
            options={choices}
            value={show ?? 'all'}
            onChange={(value) => void navigate({ search: { show: value === 'unread' ? value : undefined } })}
          />
          <Button disabled={unread === 0 || readAll.isPending} onClick={() => readAll.mutate()}>
            Mark all read
          </Button>
        </>
      }
    >
      <ErrorNotice error={readAll.error ?? readOne.error} />
      {!data ? (
        <Pending error={error} what="your inbox" />
      ) : data.notifications.length === 0 ? (
        <EmptyState title={show === 'unread' ? 'You have read everything' : 'Nothing yet'}>
          Runs that fail, values that wait for a decision, mentions and invitations come here. Choose which in Settings.
        </EmptyState>
      ) : (
        <Card>
          <NotificationList
            notifications={data.notifications}
            isBusy={readOne.isPending}
            onRead={(id) => readOne.mutateAsync(id)}
          />
        </Card>
      )}
      <Pager
        page={page}
        pageSize={inboxPageSize}
        total={data?.total ?? page * inboxPageSize + 1}
        what="notifications"
        onPage={(next) => void navigate({ search: { ...search, page: next === 1 ? undefined : next } })}
      />
    </Page>
  );
}
