import { webhookOperations } from '#shared/contract/operations/webhooks.ts';
import * as webhooks from '#shared/services/webhooks/webhooks.ts';
import { endpoint } from '../../http/endpoint.ts';
import { sending } from '../../ports/webhooks.ts';
import { presentWebhook } from './present.ts';

export const createWebhook = endpoint(webhookOperations.createWebhook, async ({ ctx, body }) => {
  const { webhook, secret } = await webhooks.createWebhook(sending(ctx), body);
  return { ...presentWebhook(webhook), secret };
});
