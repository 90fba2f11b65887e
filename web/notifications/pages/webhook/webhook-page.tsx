import { useMutation, useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { ActionMenu } from '../../../ui/components/action-menu.tsx';
import { Button } from '../../../ui/components/button.tsx';
import { ErrorNotice, Notice } from '../../../ui/components/notice.tsx';
import { Card, DescriptionList, Page } from '../../../ui/components/page.tsx';
import { PagePending } from '../../../ui/components/pending.tsx';
import { ClockTime } from '../../../ui/components/relative-time.tsx';
import { api, type ResponseBody } from '../../../ui/lib/api/api.ts';
import { projectsQuery } from '../../../ui/lib/api/queries.ts';
import type { Webhook } from '../../../ui/lib/api/wire.ts';
import type { PageAt } from '../../../ui/lib/navigation/page-at.ts';
import type { WebhookSearch } from '../../../ui/lib/url/search-types.ts';
import { WebhookDialog } from '../../components/webhooks/webhook-dialog.tsx';
import { deliveriesQuery, ofProject, webhookQuery } from '../../lib/webhooks/queries.ts';
import { kindsText } from '../../lib/webhooks/text.ts';
import { Deliveries } from './deliveries.tsx';
import { DeleteWebhookDialog, RotateSecretDialog } from './webhook-dialogs.tsx';

const route = getRouteApi('/app/projects/$projectId/webhooks/$webhookId');

/** The reads that the address of the page tells. */
export const load = ({
  params: { projectId, webhookId },
  search,
}: PageAt<'projectId' | 'webhookId', WebhookSearch>) => [
  webhookQuery(projectId, webhookId),
  deliveriesQuery(projectId, webhookId, search),
];

/** One webhook, for the owner of its project: its events, a test, its secret, and the outcome of each delivery. */
export function WebhookPage() {
  const { projectId, webhookId } = route.useParams();
  const { data: webhook, error } = useQuery(webhookQuery(projectId, webhookId));
  const project = useQuery(projectsQuery()).data?.find((row) => row.project_id === projectId);
  const test = useMutation({
    mutationFn: () => api.testWebhook({ ...ofProject(projectId), params: { webhook_id: webhookId } }),
  });
  const breadcrumbs = [
    { label: 'Projects', to: '/projects' },
    { label: project?.name ?? 'Project', to: '/projects/$projectId', params: { projectId } },
  ];
  if (!webhook)
    return (
      <Page title="Webhook" breadcrumbs={breadcrumbs}>
        <PagePending error={error} what="the webhook" />
      </Page>
    );
  return (
    <Page
      title={`Webhook to ${new URL(webhook.url).host}`}
      breadcrumbs={breadcrumbs}
      actions={
        <Actions projectId={projectId} webhook={webhook} onTest={() => test.mutate()} isTesting={test.isPending} />
      }
    >
      <ErrorNotice error={test.error} />
      {test.data && <TestOutcome outcome={test.data} />}
      <Card>
        <DescriptionList
          items={[
            ['Address', <code key="url">{webhook.url}</code>],
            ['Description', webhook.description || 'none'],
            ['State', webhook.active ? 'on' : 'off: nothing is sent to it'],
            ['Events', kindsText(webhook.kinds)],
            ['Changed', <ClockTime key="changed" at={webhook.updated_at} />],
            ['By', webhook.updated_by],
          ]}
        />
      </Card>
      <Deliveries projectId={projectId} webhookId={webhookId} />
    </Page>
  );
}

function TestOutcome({ outcome }: { outcome: ResponseBody<'testWebhook'> }) {
  const { delivered, status, error } = outcome;
  if (delivered) return <Notice tone="good">The receiver took the test, and answered {status}.</Notice>;
  return <Notice tone="bad">The test was not taken: {error ?? `the receiver answered ${status}, not 2xx`}.</Notice>;
}

function Actions(props: { projectId: string; webhook: Webhook; onTest: () => void; isTesting: boolean }) {
  const { projectId, webhook } = props;
  const [open, setOpen] = useState<'edit' | 'rotate' | 'delete'>();
  const close = () => setOpen(undefined);
  return (
    <>
      <Button disabledReason={props.isTesting ? 'Sending…' : undefined} onClick={props.onTest}>
        Send a test
      </Button>
      <Button onClick={() => setOpen('edit')}>Change…</Button>
      <ActionMenu
        label="Actions of the webhook"
        entries={[
          { label: 'New secret…', onClick: () => setOpen('rotate') },
          { label: 'Delete…', danger: true, onClick: () => setOpen('delete') },
        ]}
      />
      {open === 'edit' && <WebhookDialog projectId={projectId} webhook={webhook} open onClose={close} />}
      {open === 'rotate' && <RotateSecretDialog projectId={projectId} webhook={webhook} onClose={close} />}
      <DeleteWebhookDialog projectId={projectId} webhook={webhook} open={open === 'delete'} onClose={close} />
    </>
  );
}
