import { defineEntity, type Stored } from '../../kernel/store/dynamodb/codec.ts';
import { type Database, getItem, queryAll, queryPages } from '../../kernel/store/dynamodb/database.ts';
import { webhookKeys } from '../../kernel/store/keys.ts';
import type { EventKind } from '../rules/kinds.ts';
import { deliveryDays } from '../rules/webhooks/attempts.ts';

/** Where a project's events are sent to. */
export interface WebhookRecord {
  projectId: string;
  webhookId: string;
  url: string;
  description: string;
  /** Which events are sent. */
  kinds: EventKind[];
  /** Whether it is sent anything. */
  active: boolean;
  createdBy: string;
  createdAt: string;
  updatedBy: string;
  updatedAt: string;
}

export const webhookEntity = defineEntity<WebhookRecord>({
  name: 'webhook',
  version: 1,
  keys: ({ projectId, webhookId }) => webhookKeys.webhook(projectId, webhookId),
});

/** What deliveries of a webhook are signed with: the newest secret, and the one before for a while. */
export interface WebhookSecretsRecord {
  projectId: string;
  webhookId: string;
  secrets: { secret: string; createdAt: string; validUntil?: string | undefined }[];
}

/** Codec of these secrets. */
export const webhookSecretsEntity = defineEntity<WebhookSecretsRecord>({
  name: 'webhook-secrets',
  version: 1,
  keys: ({ projectId, webhookId }) => webhookKeys.secrets(projectId, webhookId),
});

/** Which delivery: of which event, by its time and id, to which webhook. */
export interface DeliveryName {
  projectId: string;
  webhookId: string;
  at: string;
  deliveryId: string;
}

/** An event on its way to a webhook (rule HOOK-6). */
export interface DeliveryRecord extends DeliveryName {
  kind: EventKind;
  /** What is sent, as JSON. */
  body: string;
  status: 'pending' | 'delivered' | 'dead';
  attempts: number;
  /** When it is tried next; its place among those that are due. */
  nextAt?: string | undefined;
  lastAttemptAt?: string | undefined;
  /** What the receiver answered last; absent where it did not. */
  lastStatus?: number | undefined;
  lastError?: string | undefined;
  deliveredAt?: string | undefined;
}

/** Codec of deliveries. */
export const deliveryEntity = defineEntity<DeliveryRecord>({
  name: 'webhook-delivery',
  version: 1,
  keys: ({ projectId, webhookId, at, deliveryId, nextAt }) => ({
    ...webhookKeys.delivery(projectId, webhookId, at, deliveryId),
    ...(nextAt === undefined ? {} : { gsi2pk: webhookKeys.due, gsi2sk: `${nextAt}#${deliveryId}` }),
  }),
  slim: ({ projectId, webhookId, at, deliveryId }) => ({ projectId, webhookId, at, deliveryId }),
  expiresAt: ({ at }) => Math.ceil(Date.parse(at) / 1000) + deliveryDays * 86_400,
});

export async function getWebhook(
  db: Database,
  projectId: string,
  webhookId: string,
): Promise<Stored<WebhookRecord> | undefined> {
  const item = await getItem(db, webhookKeys.webhook(projectId, webhookId));
  return item && webhookEntity.decode(item);
}

/** The webhooks of a project; there are few. */
export async function listWebhooks(db: Database, projectId: string): Promise<Stored<WebhookRecord>[]> {
  const items = await queryAll(db, webhookKeys.webhooks(projectId));
  return items.map((item) => webhookEntity.decode(item));
}

export async function getDelivery(
  db: Database,
  { projectId, webhookId, at, deliveryId }: DeliveryName,
): Promise<Stored<DeliveryRecord> | undefined> {
  const item = await getItem(db, webhookKeys.delivery(projectId, webhookId, at, deliveryId));
  return item && deliveryEntity.decode(item);
}

/** Most deliveries that one look reads; the list begins with the oldest. */
const mostDue = 10_000;

/** Deliveries that are to be tried by an instant, those that have waited longest first. */
export async function listDue(db: Database, now: string): Promise<DeliveryName[]> {
  const due: DeliveryName[] = [];
  for await (const page of queryPages(db, { index: 'gsi2', pk: webhookKeys.due, through: `${now}#~` })) {
    due.push(...page.map(({ slim }) => slim as unknown as DeliveryName));
    if (due.length >= mostDue) break;
  }
  return due;
}
