import { randomUUID } from 'node:crypto';
import { nowOf, type ProjectContext } from '../../../kernel/context.ts';
import { notInProject } from '../../../kernel/errors.ts';
import { parseTimedId, timedIdOf } from '../../../kernel/rules/ids.ts';
import { orRefuse, retryOnConflict, staleRead } from '../../../kernel/store/dynamodb/conflict.ts';
import { getItem } from '../../../kernel/store/dynamodb/database.ts';
import { type Page, type PageRequest, readPage } from '../../../kernel/store/dynamodb/paging.ts';
import { putOver } from '../../../kernel/store/dynamodb/put-over.ts';
import { webhookKeys } from '../../../kernel/store/keys.ts';
import { type DeliveryRecord, deliveryEntity, getDelivery, webhookSecretsEntity } from '../../store/webhooks.ts';
import type { WebhookOutcome } from '../../webhooks/port.ts';
import { send } from './deliver.ts';
import { readWebhook, type Sending } from './webhooks.ts';

/** What was sent to a webhook, the newest event first. @throws ServiceError `not-found`. */
export async function listDeliveries(
  ctx: ProjectContext,
  webhookId: string,
  filter: { status?: DeliveryRecord['status'] | undefined },
  page: PageRequest,
): Promise<Page<DeliveryRecord>> {
  const range = webhookKeys.deliveries(ctx.projectId, webhookId);
  const [deliveries] = await Promise.all([
    readPage(ctx.db, range, page, {
      decode: (item) => deliveryEntity.decode(item),
      keep: ({ status }) => filter.status === undefined || status === filter.status,
    }),
    readWebhook(ctx, webhookId),
  ]);
  return deliveries;
}

/**
 * Has a delivery sent again, with the same id, as if it had never been tried (rule HOOK-7). One that waits is tried at once.
 * @throws ServiceError `not-found`.
 */
export async function replayDelivery(ctx: ProjectContext, webhookId: string, id: string): Promise<DeliveryRecord> {
  const { projectId } = await readWebhook(ctx, webhookId);
  const missing = () => notInProject('Delivery', id, projectId);
  const name = deliveryNameOf(id);
  if (!name) throw missing();
  return retryOnConflict(orRefuse(`Delivery '${id}'`), async () => {
    const found = await getDelivery(ctx.db, { projectId, webhookId, ...name });
    if (!found) throw missing();
    const changes = { status: 'pending', attempts: 0, nextAt: nowOf(ctx) } as const;
    const after = await putOver(ctx.db, deliveryEntity, found, changes);
    if (!after) throw staleRead();
    return after;
  });
}

/**
 * Sends an event of the kind `test` at once, and returns the outcome. It is not logged. @throws ServiceError
 * `not-found`.
 */
export async function testWebhook(ctx: Sending<ProjectContext>, webhookId: string): Promise<WebhookOutcome> {
  const webhook = await readWebhook(ctx, webhookId);
  const item = await getItem(ctx.db, webhookKeys.secrets(ctx.projectId, webhookId));
  if (!item) throw notInProject('Webhook', webhookId, ctx.projectId);
  const deliveryId = randomUUID();
  const body = JSON.stringify({
    id: deliveryId,
    kind: 'test',
    project_id: ctx.projectId,
    created_at: nowOf(ctx),
    actor_username: ctx.actor.user.username,
    concerned_usernames: [],
    title: 'This is a test',
    excerpt: '',
    source_type: 'webhook',
    source_id: webhookId,
    url: `${ctx.config.publicUrl}/projects/${encodeURIComponent(ctx.projectId)}`,
  });
  return send(ctx, { webhook, secrets: webhookSecretsEntity.decode(item) }, { deliveryId, body });
}

/** How a delivery is called on the wire: the instant of its event in milliseconds, and the event's id. */
export const deliveryIdOf = ({ at, deliveryId }: Pick<DeliveryRecord, 'at' | 'deliveryId'>): string =>
  timedIdOf(at, deliveryId);

function deliveryNameOf(text: string): Pick<DeliveryRecord, 'at' | 'deliveryId'> | undefined {
  const name = parseTimedId(text);
  return name && { at: name.at, deliveryId: name.id };
}
