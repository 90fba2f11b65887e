import { defineEntity, type Stored } from '../../kernel/store/dynamodb/codec.ts';
import { type Database, getItem, queryAll } from '../../kernel/store/dynamodb/database.ts';
import { webhookKeys } from '../../kernel/store/keys.ts';
import type { Outgoing } from '../../work/rules/outbox.ts';
import { outboxEntity } from '../../work/store/outbox.ts';
import type { EventKind } from '../rules/kinds.ts';

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
export interface DeliveryRecord extends DeliveryName, Outgoing {
  kind: EventKind;
  /** What is sent, as JSON. */
  body: string;
  status: 'pending' | 'delivered' | 'dead';
  lastAttemptAt?: string | undefined;
  /** What the receiver answered last; absent where it did not. */
  lastStatus?: number | undefined;
  deliveredAt?: string | undefined;
}

/** Codec of deliveries. */
export const deliveryEntity = outboxEntity<DeliveryRecord, DeliveryName>({
  name: 'webhook-delivery',
  due: webhookKeys.due,
  key: ({ projectId, webhookId, at, deliveryId }) => webhookKeys.delivery(projectId, webhookId, at, deliveryId),
  nameOf: ({ projectId, webhookId, at, deliveryId }) => ({ projectId, webhookId, at, deliveryId }),
  idOf: ({ deliveryId }) => deliveryId,
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
