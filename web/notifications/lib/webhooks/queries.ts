import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { api } from '../../../ui/lib/api/api.ts';
import type { WebhookSearch } from '../../../ui/lib/url/search-types.ts';

/** What pages read and write of the webhooks of a project, which need not be the one that the person is in. */

/** The project that a request is about. */
export const ofProject = (projectId: string) => ({ headers: { 'x-project-id': projectId } });

/** Key of all of a project's webhooks, and of their deliveries. */
export const webhooksKey = (projectId: string) => ['webhooks', projectId] as const;

export const webhooksQuery = (projectId: string) =>
  queryOptions({
    queryKey: [...webhooksKey(projectId), 'list'],
    queryFn: () => api.listWebhooks(ofProject(projectId)).then(({ webhooks }) => webhooks),
  });

export const webhookQuery = (projectId: string, webhookId: string) =>
  queryOptions({
    queryKey: [...webhooksKey(projectId), webhookId],
    queryFn: () => api.getWebhook({ ...ofProject(projectId), params: { webhook_id: webhookId } }),
  });

export const deliveryPageSize = 25;

/** What was sent to a webhook, the newest event first; it changes by itself. */
export const deliveriesQuery = (projectId: string, webhookId: string, { status, page = 1 }: WebhookSearch) =>
  queryOptions({
    queryKey: [...webhooksKey(projectId), webhookId, 'deliveries', status ?? 'all', page],
    queryFn: () =>
      api.listWebhookDeliveries({
        ...ofProject(projectId),
        params: { webhook_id: webhookId },
        query: { status, skip: (page - 1) * deliveryPageSize, limit: deliveryPageSize },
      }),
    placeholderData: keepPreviousData,
    refetchInterval: 10_000,
    refetchIntervalInBackground: false,
  });
