import { webhookOperations } from '#shared/contract/operations/webhooks.ts';
import { mostWebhooks } from '#shared/domain/webhooks/attempts.ts';
import * as store from '#shared/store/webhooks/webhooks.ts';
import { endpoint } from '../../http/endpoint.ts';
import { wholePage } from '../page.ts';
import { presentWebhook } from './present.ts';

export const listWebhooks = endpoint(webhookOperations.listWebhooks, async ({ ctx }) => {
  const found = await store.listWebhooks(ctx.db, ctx.projectId);
  const { records, page } = wholePage(found, { skip: 0, limit: mostWebhooks });
  return { webhooks: records.map(presentWebhook), ...page, next_cursor: null };
});
