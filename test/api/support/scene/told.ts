import { randomUUID } from 'node:crypto';
import { batchWriteItems } from '#shared/kernel/store/dynamodb/database.ts';
import { chatEntity, chatTokenEntity, messageEntity } from '#shared/notifications/store/chat.ts';
import { putNotification } from '#shared/notifications/store/notifications.ts';
import { notificationSettingsEntity } from '#shared/notifications/store/settings.ts';
import { deliveryEntity, webhookEntity, webhookSecretsEntity } from '#shared/notifications/store/webhooks.ts';
import { chatMessageIdOf } from '#shared/notifications/verbs/chat/chat.ts';
import { notificationIdOf } from '#shared/notifications/verbs/inbox.ts';
import { deliveryIdOf } from '#shared/notifications/verbs/webhooks/deliveries.ts';
import { newWebhookSecret } from '#shared/notifications/webhooks/signature.ts';
import { chatRecord, messageRecord } from '#test/support/chat/chat.ts';
import { notificationRecord } from '#test/support/notifications/notification.ts';
import { deliveryRecord, webhookRecord } from '#test/support/webhooks/webhook.ts';
import type { Caller, World } from '../world.ts';

/** For scenes without notifications. */
export const toldNothing = {
  notificationId: 'none',
  emailCode: 'none',
  webhookId: 'none',
  deliveryId: 'none',
  chatMessageId: 'none',
};

/** A notification of the caller, and messages to a chat and to a webhook of the project. */
export const toldOf = async (world: World, caller: Caller, projectId: string, suffix: string) => ({
  notificationId: await notificationOf(world, caller, projectId),
  emailCode: await addressOf(world, caller),
  chatMessageId: await chatOf(world, projectId, suffix),
  ...(await webhookOf(world, caller, projectId)),
});

/** A webhook, and a delivery to it that was given up. */
async function webhookOf(world: World, { username }: Caller, projectId: string) {
  const { db } = world.stack.runtime;
  const [webhookId, at] = [randomUUID(), world.now().toISOString()];
  const webhook = webhookRecord({ projectId, webhookId, createdBy: username, createdAt: at });
  const secrets = { projectId, webhookId, secrets: [{ secret: newWebhookSecret(), createdAt: at }] };
  const delivery = deliveryRecord({ projectId, webhookId, at, status: 'dead', attempts: 8 });
  await batchWriteItems(db, [
    { put: webhookEntity.encode(webhook, 1) },
    { put: webhookSecretsEntity.encode(secrets, 1) },
    { put: deliveryEntity.encode(delivery, 1) },
  ]);
  return { webhookId, deliveryId: deliveryIdOf(delivery) };
}

/** A chat, with a message that was given up. */
async function chatOf(world: World, projectId: string, suffix: string): Promise<string> {
  const [channel, at] = ['C0123456789', world.now().toISOString()];
  const messageId = suffix === '' ? '0'.repeat(32) : 'f'.repeat(32);
  const message = messageRecord({ projectId, channel, at, messageId, status: 'dead' });
  await batchWriteItems(world.stack.runtime.db, [
    { put: chatEntity.encode(chatRecord({ projectId, channel, updatedAt: at }), 1) },
    { put: chatTokenEntity.encode({ projectId, token: 'xoxb-scene' }, 1) },
    { put: messageEntity.encode(message, 1) },
  ]);
  return chatMessageIdOf(message);
}

/** An address that waits for its code. */
async function addressOf(world: World, { userId }: Caller): Promise<string> {
  const pending = { address: 'ada@example.com', code: 'ABCDEFGH23', askedAt: world.now().toISOString() };
  const email = { kinds: [], timeZone: 'UTC', codesAt: [], pending };
  const record = { userId, muted: [], email, updatedAt: pending.askedAt };
  await batchWriteItems(world.stack.runtime.db, [{ put: notificationSettingsEntity.encode(record, 1) }]);
  return pending.code;
}

async function notificationOf(world: World, { userId, username }: Caller, projectId: string): Promise<string> {
  const record = notificationRecord({ userId, username, projectId, at: world.now().toISOString() });
  await putNotification(world.stack.runtime.db, record);
  return notificationIdOf(record);
}
