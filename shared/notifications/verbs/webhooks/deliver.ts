import { type Context, nowOf } from '../../../kernel/context.ts';
import { batchGetItems } from '../../../kernel/store/dynamodb/database.ts';
import { projectKeys, webhookKeys } from '../../../kernel/store/keys.ts';
import { projectEntity } from '../../../projects/store/projects.ts';
import { isDue } from '../../../work/rules/outbox.ts';
import { claim, outboxWork, settle } from '../../../work/verbs/kinds/outbox.ts';
import { type DeliveryName, deliveryEntity, webhookEntity, webhookSecretsEntity } from '../../store/webhooks.ts';
import type { WebhookOutcome } from '../../webhooks/port.ts';
import { isTaken, send, type Target } from './deliveries.ts';
import type { Sending } from './webhooks.ts';

/** Deliveries to webhooks (rule HOOK-6). A receiver that does not answer gets no more: it would take the time of all others. */
export const webhookWork = outboxWork<Sending<Context>, DeliveryName>({
  item: 'webhook delivery',
  due: webhookKeys.due,
  receiverOf: ({ projectId, webhookId }) => ({ projectId, entity: webhookId }),
  ...{ width: 16, most: 200, together: 1, counts: ['delivered', 'refused', 'failed'] },
  async attempt(ctx, [name]) {
    const outcome = await deliver(ctx, name);
    return outcome ? [{ isTaken: isTaken(outcome), isLast: 'error' in outcome }] : [];
  },
});

/** Tries one delivery, unless it is not due or is being tried elsewhere. @returns the outcome; undefined for none. */
async function deliver(
  ctx: Sending<Context>,
  { projectId, webhookId, at, deliveryId }: DeliveryName,
): Promise<WebhookOutcome | undefined> {
  const [item, ...items] = await batchGetItems(ctx.db, [
    webhookKeys.delivery(projectId, webhookId, at, deliveryId),
    webhookKeys.webhook(projectId, webhookId),
    webhookKeys.secrets(projectId, webhookId),
    projectKeys.project(projectId),
  ]);
  const delivery = item && deliveryEntity.decode(item);
  if (!delivery || !isDue(delivery, nowOf(ctx))) return undefined;
  const target = targetOf(items);
  if (!target) {
    await settle(ctx, deliveryEntity, delivery, { ended: 'dead', reason: 'The webhook is off, or was deleted' });
    return undefined;
  }
  const claimed = await claim(ctx, deliveryEntity, delivery, { lastAttemptAt: nowOf(ctx) });
  if (!claimed) return undefined;
  const outcome = await send(ctx, target, claimed);
  const lastStatus = 'status' in outcome ? outcome.status : undefined;
  if (isTaken(outcome)) {
    const deliveredAt = nowOf(ctx);
    await settle(ctx, deliveryEntity, claimed, { ended: 'delivered' }, { deliveredAt, lastStatus });
  } else {
    const refused = 'status' in outcome ? `The receiver answered ${outcome.status}` : outcome.error;
    await settle(ctx, deliveryEntity, claimed, { refused }, { lastStatus });
  }
  return outcome;
}

/** Undefined for a webhook that is off or gone, or whose project is. */
function targetOf([hook, secret, owner]: Awaited<ReturnType<typeof batchGetItems>>): Target | undefined {
  const webhook = hook && webhookEntity.decode(hook);
  if (!webhook?.active || !secret || !owner || projectEntity.decode(owner).deletedAt) return undefined;
  return { webhook, secrets: webhookSecretsEntity.decode(secret) };
}
