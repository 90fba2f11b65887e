import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { Button } from '../../../ui/components/button.tsx';
import { type Column, DataTable } from '../../../ui/components/data-table.tsx';
import { SelectField } from '../../../ui/components/field.tsx';
import { ErrorNotice } from '../../../ui/components/notice.tsx';
import { Card } from '../../../ui/components/page.tsx';
import { Pager } from '../../../ui/components/pager.tsx';
import { Pending } from '../../../ui/components/pending.tsx';
import { ClockTime } from '../../../ui/components/relative-time.tsx';
import { DeliveryStatus } from '../../../ui/components/status.tsx';
import { api } from '../../../ui/lib/api/api.ts';
import type { WebhookDelivery } from '../../../ui/lib/api/wire.ts';
import type { WebhookSearch } from '../../../ui/lib/url/search-types.ts';
import { deliveriesQuery, deliveryPageSize, ofProject, webhooksKey } from '../../lib/webhooks/queries.ts';
import { attemptText, eventLabel } from '../../lib/webhooks/text.ts';

const route = getRouteApi('/app/projects/$projectId/webhooks/$webhookId');

/** The deliveries to a webhook, with their status; each event can be sent again. */
export function Deliveries({ projectId, webhookId }: { projectId: string; webhookId: string }) {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const queryClient = useQueryClient();
  const { data, error } = useQuery(deliveriesQuery(projectId, webhookId, search));
  const replay = useMutation({
    mutationFn: (deliveryId: string) =>
      api.replayWebhookDelivery({
        ...ofProject(projectId),
        params: { webhook_id: webhookId, delivery_id: deliveryId },
      }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: webhooksKey(projectId) }),
  });
  const columns: Column<WebhookDelivery>[] = [
    { id: 'event', title: 'Event', cell: (row) => eventLabel(row.kind), wrap: true },
    { id: 'status', title: 'Status', cell: (row) => <DeliveryStatus status={row.status} /> },
    { id: 'at', title: 'When', cell: (row) => <ClockTime at={row.created_at} /> },
    { id: 'attempts', title: 'Attempts', detail: true, cell: (row) => row.attempts, number: true },
    { id: 'last', title: 'Last attempt', cell: attemptText, wrap: true },
    {
      id: 'next',
      title: 'Next attempt',
      detail: true,
      cell: (row) => (row.next_attempt_at ? <ClockTime at={row.next_attempt_at} /> : 'none'),
    },
    {
      id: 'replay',
      title: <span className="visually-hidden">Send again</span>,
      cell: (row) => (
        <Button
          small
          disabled={replay.isPending}
          aria-label={`Send again: ${eventLabel(row.kind)}, ${row.created_at}`}
          onClick={() => replay.mutate(row.delivery_id)}
        >
          Send again
        </Button>
      ),
    },
  ];
  return (
    <Card title="Deliveries" note="kept for 30 days">
      <SelectField
        label="Status"
        inline
        value={search.status ?? ''}
        onChange={({ target }) =>
          void navigate({ search: { status: (target.value || undefined) as WebhookSearch['status'] } })
        }
      >
        <option value="">All</option>
        <option value="pending">pending</option>
        <option value="delivered">delivered</option>
        <option value="dead">given up</option>
      </SelectField>
      <ErrorNotice error={replay.error ?? (data ? error : undefined)} />
      {!data ? (
        <Pending error={error} what="deliveries" />
      ) : data.deliveries.length === 0 ? (
        <p>Nothing of that.</p>
      ) : (
        <DataTable
          bare
          compact
          label="Deliveries"
          columns={columns}
          rows={data.deliveries}
          rowKey={(row) => row.delivery_id}
        />
      )}
      <Pager
        page={search.page ?? 1}
        pageSize={deliveryPageSize}
        total={data?.total ?? (search.page ?? 1) * deliveryPageSize + 1}
        what="deliveries"
        onPage={(page) => void navigate({ search: { ...search, page: page === 1 ? undefined : page } })}
      />
    </Card>
  );
}
