import { randomUUID } from 'node:crypto';
import { type Context, nowOf, type ProjectContext } from '../../../kernel/context.ts';
import { notInProject } from '../../../kernel/errors.ts';
import { parseTimedId, timedIdOf } from '../../../kernel/rules/ids.ts';
import { getItem } from '../../../kernel/store/dynamodb/database.ts';
import { type Page, type PageRequest, readPage } from '../../../kernel/store/dynamodb/paging.ts';
import { webhookKeys } from '../../../kernel/store/keys.ts';
import { sendAgain } from '../../../work/verbs/kinds/outbox.ts';
import {
  type DeliveryRecord,
  deliveryEntity,
  getDelivery,
  type WebhookRecord,
  type WebhookSecretsRecord,
  webhookSecretsEntity,
} from '../../store/webhooks.ts';
import type { WebhookOutcome } from '../../webhooks/port.ts';
import { signedHeaders } from '../../webhooks/signature.ts';
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
  return sendAgain(ctx, deliveryEntity, `Delivery '${id}'`, async () => {
    const found = await getDelivery(ctx.db, { projectId, webhookId, ...name });
    if (!found) throw missing();
    return found;
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

/** Where a delivery goes. */
export interface Target {
  webhook: WebhookRecord;
  secrets: WebhookSecretsRecord;
}

/** Sends what is delivered, signed with every secret that holds. */
export function send(
  ctx: Sending<Context>,
  { webhook, secrets }: Target,
  { deliveryId, body }: Pick<DeliveryRecord, 'deliveryId' | 'body'>,
): Promise<WebhookOutcome> {
  const now = nowOf(ctx);
  const timestamp = Math.floor(Date.parse(now) / 1000);
  const standing = secrets.secrets.filter(({ validUntil }) => validUntil === undefined || validUntil > now);
  const keys = standing.map(({ secret }) => secret);
  return ctx.webhooks.send({
    url: webhook.url,
    headers: signedHeaders({ id: deliveryId, timestamp, body }, keys),
    body,
  });
}

/** A receiver has what it answers with 2xx; a redirect is not followed, and takes nothing. */
export const isTaken = (outcome: WebhookOutcome): boolean =>
  'status' in outcome && outcome.status >= 200 && outcome.status < 300;

/** How a delivery is called on the wire: the instant of its event in milliseconds, and the event's id. */
export const deliveryIdOf = ({ at, deliveryId }: Pick<DeliveryRecord, 'at' | 'deliveryId'>): string =>
  timedIdOf(at, deliveryId);

function deliveryNameOf(text: string): Pick<DeliveryRecord, 'at' | 'deliveryId'> | undefined {
  const name = parseTimedId(text);
  return name && { at: name.at, deliveryId: name.id };
}
