import { webhookOperations } from '#shared/notifications/contract/operations/webhooks.ts';
import * as store from '#shared/notifications/store/webhooks.ts';
import * as deliveries from '#shared/notifications/verbs/webhooks/deliveries.ts';
import { isTaken, listDeliveries, replayDelivery } from '#shared/notifications/verbs/webhooks/deliveries.ts';
import * as webhooks from '#shared/notifications/verbs/webhooks/webhooks.ts';
import { mostWebhooks, readWebhook, rotateSecret } from '#shared/notifications/verbs/webhooks/webhooks.ts';
import { endpoint } from '../http/endpoint.ts';
import { pageOf, wholePage } from '../http/page.ts';
import { sending } from '../ports.ts';
import { presentDelivery, presentWebhook } from './present.ts';

export const createWebhook = endpoint(webhookOperations.createWebhook, async ({ ctx, body }) => {
  const { webhook, secret } = await webhooks.createWebhook(sending(ctx), body);
  return { ...presentWebhook(webhook), secret };
});

export const deleteWebhook = endpoint(webhookOperations.deleteWebhook, async ({ ctx, params }) => {
  await webhooks.deleteWebhook(ctx, params.webhook_id);
  return undefined;
});

export const getWebhook = endpoint(webhookOperations.getWebhook, async ({ ctx, params }) =>
  presentWebhook(await readWebhook(ctx, params.webhook_id)),
);

export const listWebhookDeliveries = endpoint(
  webhookOperations.listWebhookDeliveries,
  async ({ ctx, params, query }) => {
    const page = await listDeliveries(ctx, params.webhook_id, query, query);
    return { deliveries: page.records.map(presentDelivery), ...pageOf(page) };
  },
);

export const listWebhooks = endpoint(webhookOperations.listWebhooks, async ({ ctx }) => {
  const found = await store.listWebhooks(ctx.db, ctx.projectId);
  const { records, page } = wholePage(found, { skip: 0, limit: mostWebhooks });
  return { webhooks: records.map(presentWebhook), ...page, next_cursor: null };
});

export const replayWebhookDelivery = endpoint(webhookOperations.replayWebhookDelivery, async ({ ctx, params }) =>
  presentDelivery(await replayDelivery(ctx, params.webhook_id, params.delivery_id)),
);

export const rotateWebhookSecret = endpoint(webhookOperations.rotateWebhookSecret, async ({ ctx, params }) => {
  const { secret, formerValidUntil } = await rotateSecret(ctx, params.webhook_id);
  return { secret, former_valid_until: formerValidUntil };
});

export const testWebhook = endpoint(webhookOperations.testWebhook, async ({ ctx, params }) => {
  const outcome = await deliveries.testWebhook(sending(ctx), params.webhook_id);
  const { status, error } = { status: null, error: null, ...outcome };
  return { delivered: isTaken(outcome), status, error };
});

export const updateWebhook = endpoint(webhookOperations.updateWebhook, async ({ ctx, params, body }) =>
  presentWebhook(await webhooks.updateWebhook(sending(ctx), params.webhook_id, body)),
);
