import { webhookOperations } from '#shared/contract/operations/webhooks.ts';
import { listDeliveries } from '#shared/services/webhooks/deliveries.ts';
import { endpoint } from '../../http/endpoint.ts';
import { pageOf } from '../page.ts';
import { presentDelivery } from './present.ts';

export const listWebhookDeliveries = endpoint(
  webhookOperations.listWebhookDeliveries,
  async ({ ctx, params, query }) => {
    const page = await listDeliveries(ctx, params.webhook_id, query, query);
    return { deliveries: page.records.map(presentDelivery), ...pageOf(page) };
  },
);
