import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';
import { webhooksQuery } from '../../../notifications/lib/webhooks/queries.ts';
import { kindsText } from '../../../notifications/lib/webhooks/text.ts';
import { Button } from '../../../ui/components/button.tsx';
import { type Column, DataTable } from '../../../ui/components/data-table.tsx';
import { Card } from '../../../ui/components/page.tsx';
import { Pending } from '../../../ui/components/pending.tsx';
import { RelativeTime } from '../../../ui/components/relative-time.tsx';
import type { Webhook } from '../../../ui/lib/api/wire.ts';

const WebhookDialog = lazy(() =>
  import('../../../notifications/components/webhooks/webhook-dialog.tsx').then((module) => ({
    default: module.WebhookDialog,
  })),
);

/** Where a project's events are sent to, for its owner. */
export function WebhooksCard({ projectId }: { projectId: string }) {
  const [adding, setAdding] = useState(false);
  const webhooks = useQuery(webhooksQuery(projectId));
  const columns: Column<Webhook>[] = [
    {
      id: 'address',
      title: 'Address',
      cell: (row) => (
        <Link
          to="/projects/$projectId/webhooks/$webhookId"
          params={{ projectId, webhookId: row.webhook_id }}
          search={{}}
        >
          {row.url}
        </Link>
      ),
      wrap: true,
    },
    { id: 'state', title: 'State', cell: (row) => (row.active ? 'on' : 'off') },
    { id: 'description', title: 'Description', cell: (row) => row.description, wrap: true },
    { id: 'events', title: 'Events', detail: true, cell: (row) => kindsText(row.kinds), wrap: true },
    { id: 'changed', title: 'Changed', cell: (row) => <RelativeTime at={row.updated_at} /> },
  ];
  return (
    <Card title="Webhooks" note="Events of the project, sent to another service and signed">
      {!webhooks.data ? (
        <Pending error={webhooks.error} what="webhooks" />
      ) : webhooks.data.length === 0 ? (
        <p>No webhooks yet</p>
      ) : (
        <DataTable
          bare
          compact
          label="Webhooks"
          columns={columns}
          rows={webhooks.data}
          rowKey={(row) => row.webhook_id}
        />
      )}
      <div>
        <Button onClick={() => setAdding(true)}>Add a webhook</Button>
      </div>
      {adding && (
        <Suspense>
          <WebhookDialog projectId={projectId} open onClose={() => setAdding(false)} />
        </Suspense>
      )}
    </Card>
  );
}
