import { type Context, nowOf } from '../../../kernel/context.ts';
import { deliverySeconds } from '../../../kernel/rules/sweep-seconds.ts';
import type { Stored } from '../../../kernel/store/dynamodb/codec.ts';
import { batchGetItems } from '../../../kernel/store/dynamodb/database.ts';
import { putOver } from '../../../kernel/store/dynamodb/put-over.ts';
import { projectKeys, webhookKeys } from '../../../kernel/store/keys.ts';
import { forEachInTime, untilOf } from '../../../kernel/verbs/for-each-in-time.ts';
import { projectEntity } from '../../../projects/store/projects.ts';
import { lookAgainAt, mostAttempts } from '../../rules/webhooks/attempts.ts';
import {
  type DeliveryName,
  type DeliveryRecord,
  deliveryEntity,
  listDue,
  type WebhookRecord,
  type WebhookSecretsRecord,
  webhookEntity,
  webhookSecretsEntity,
} from '../../store/webhooks.ts';
import type { WebhookOutcome } from '../../webhooks/port.ts';
import { signedHeaders } from '../../webhooks/signature.ts';
import type { Sending } from './webhooks.ts';

/** Webhooks that are sent to concurrently. */
const width = 16;

/** What one look at the deliveries did. */
export interface Delivered {
  delivered: number;
  /** Receivers that did not take what they were sent. */
  refused: number;
  failed: number;
}

/**
 * Tries due deliveries (rule HOOK-6). Concurrent calls send nothing twice except failed deliveries.
 * @param names those to try; all that are due by default.
 */
export async function deliverDue(
  ctx: Sending<Context>,
  names?: readonly DeliveryName[],
  until = untilOf(ctx, deliverySeconds),
): Promise<Delivered> {
  const result: Delivered = { delivered: 0, refused: 0, failed: 0 };
  const due = names ?? (await listDue(ctx.db, nowOf(ctx)));
  const queues = [...Map.groupBy(due, ({ projectId, webhookId }) => JSON.stringify([projectId, webhookId])).values()];
  await forEachInTime(ctx, queues, { until, width }, (queue) => deliverInTurn(ctx, queue, until, result));
  return result;
}

/**
 * Sends the due deliveries of one webhook, one after the other. A receiver that does not answer gets no more in this
 * look: it would take the time of all others.
 */
async function deliverInTurn(
  ctx: Sending<Context>,
  queue: readonly DeliveryName[],
  until: Date,
  result: Delivered,
): Promise<void> {
  for (const name of queue) {
    if (ctx.clock() > until) return;
    try {
      const outcome = await deliver(ctx, name);
      if (outcome === undefined) continue;
      result[isTaken(outcome) ? 'delivered' : 'refused'] += 1;
      if ('error' in outcome) return;
    } catch (error) {
      // One that cannot be read must not keep the others from it.
      result.failed += 1;
      const { projectId, webhookId } = name;
      ctx.log.error('webhook not delivered', { projectId, entity: webhookId, reason: String(error) });
    }
  }
}

/** Tries one delivery, unless it is not due or is being tried elsewhere. @returns the outcome; undefined for none. */
async function deliver(ctx: Sending<Context>, name: DeliveryName): Promise<WebhookOutcome | undefined> {
  const { delivery, ...target } = await read(ctx, name);
  if (delivery?.status !== 'pending' || delivery.nextAt === undefined || delivery.nextAt > nowOf(ctx)) return undefined;
  if (!target.isOpen) return give(ctx, delivery, 'The webhook is off, or was deleted');
  if (delivery.attempts >= mostAttempts)
    return give(ctx, delivery, delivery.lastError ?? 'The last attempt was not answered');
  const claimed = await claim(ctx, delivery);
  if (!claimed) return undefined;
  const outcome = await send(ctx, target, claimed);
  await note(ctx, claimed, outcome);
  return outcome;
}

/** Where a delivery goes. */
interface Target {
  webhook: WebhookRecord;
  secrets: WebhookSecretsRecord;
}

type Read = { delivery: Stored<DeliveryRecord> | undefined } & (
  | ({ isOpen: true } & Target)
  | { isOpen: false; webhook?: undefined; secrets?: undefined }
);

async function read({ db }: Context, { projectId, webhookId, at, deliveryId }: DeliveryName): Promise<Read> {
  const [item, hook, secret, owner] = await batchGetItems(db, [
    webhookKeys.delivery(projectId, webhookId, at, deliveryId),
    webhookKeys.webhook(projectId, webhookId),
    webhookKeys.secrets(projectId, webhookId),
    projectKeys.project(projectId),
  ]);
  const delivery = item && deliveryEntity.decode(item);
  const webhook = hook && webhookEntity.decode(hook);
  const project = owner && projectEntity.decode(owner);
  if (!webhook?.active || !secret || !project || project.deletedAt) return { delivery, isOpen: false };
  return { delivery, isOpen: true, webhook, secrets: webhookSecretsEntity.decode(secret) };
}

/** Marks it as being tried, before the attempt: after a crash, the next look tries it again, at its time. */
async function claim(ctx: Context, delivery: Stored<DeliveryRecord>): Promise<Stored<DeliveryRecord> | undefined> {
  const attempts = delivery.attempts + 1;
  const now = ctx.clock();
  const nextAt = lookAgainAt(attempts, now);
  return put(ctx, delivery, { attempts, nextAt, lastAttemptAt: now.toISOString() });
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

async function note(ctx: Context, delivery: Stored<DeliveryRecord>, outcome: WebhookOutcome): Promise<void> {
  const lastStatus = 'status' in outcome ? outcome.status : undefined;
  const lastError = 'status' in outcome ? `The receiver answered ${outcome.status}` : outcome.error;
  if (isTaken(outcome))
    await put(ctx, delivery, {
      ...{ status: 'delivered' as const, deliveredAt: nowOf(ctx), nextAt: undefined },
      ...{ lastStatus, lastError: undefined },
    });
  else if (delivery.attempts < mostAttempts) await put(ctx, delivery, { lastStatus, lastError });
  else await put(ctx, delivery, { status: 'dead', nextAt: undefined, lastStatus, lastError });
}

async function give(ctx: Context, delivery: Stored<DeliveryRecord>, reason: string): Promise<undefined> {
  await put(ctx, delivery, { status: 'dead', lastError: reason, nextAt: undefined });
}

const put = ({ db }: Context, delivery: Stored<DeliveryRecord>, changes: Partial<DeliveryRecord>) =>
  putOver(db, deliveryEntity, delivery, changes);

/** A receiver has what it answers with 2xx; a redirect is not followed, and takes nothing. */
export const isTaken = (outcome: WebhookOutcome): boolean =>
  'status' in outcome && outcome.status >= 200 && outcome.status < 300;
