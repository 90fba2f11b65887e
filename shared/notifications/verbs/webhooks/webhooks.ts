import { randomUUID } from 'node:crypto';
import { nowOf, type ProjectContext } from '../../../kernel/context.ts';
import { conflict, invalid, notInProject } from '../../../kernel/errors.ts';
import type { Stored } from '../../../kernel/store/dynamodb/codec.ts';
import { orRefuse, retryOnConflict, staleRead } from '../../../kernel/store/dynamodb/conflict.ts';
import { getItem, ifAbsent, ifRevision } from '../../../kernel/store/dynamodb/database.ts';
import { Transaction } from '../../../kernel/store/dynamodb/transaction.ts';
import { projectKeys, webhookKeys } from '../../../kernel/store/keys.ts';
import { noAccess } from '../../../people/verbs/auth/authenticate.ts';
import { ifNotDeleted } from '../../../projects/store/projects.ts';
import { projectEntry } from '../../../projects/verbs/audit/entries.ts';
import type { EventKind } from '../../rules/kinds.ts';
import {
  getWebhook,
  listWebhooks,
  type WebhookRecord,
  webhookEntity,
  webhookSecretsEntity,
} from '../../store/webhooks.ts';
import type { WebhookSender } from '../../webhooks/port.ts';
import { newWebhookSecret } from '../../webhooks/signature.ts';

/** Most webhooks of a project. */
export const mostWebhooks = 20;

/** How long a secret is still signed with after it was rotated (rule HOOK-5). */
const rotationSeconds = 86_400;

/** A context that reaches receivers. */
export type Sending<C> = C & { webhooks: WebhookSender };

/** What is chosen of a webhook. */
export interface WebhookChoice {
  url: string;
  description: string;
  kinds: readonly EventKind[];
  active: boolean;
}

/** What is changed of a webhook; the rest stays. */
export type WebhookChanges = { [Field in keyof WebhookChoice]?: WebhookChoice[Field] | undefined };

/**
 * Makes a webhook; its secret is in the answer and in no other.
 * @throws ServiceError `invalid` for an address that nothing is sent to, `conflict` beyond the bound.
 */
export async function createWebhook(
  ctx: Sending<ProjectContext>,
  choice: WebhookChoice,
): Promise<{ webhook: WebhookRecord; secret: string }> {
  await refuseAddress(ctx, choice.url);
  const { projectId, actor } = ctx;
  if ((await listWebhooks(ctx.db, projectId)).length >= mostWebhooks)
    throw conflict(`Project '${projectId}' has ${mostWebhooks} webhooks; delete one first`, 'limit_reached');
  const [now, by] = [nowOf(ctx), actor.user.username];
  const webhookId = randomUUID();
  const written = { createdBy: by, createdAt: now, updatedBy: by, updatedAt: now };
  const webhook: WebhookRecord = { projectId, webhookId, ...choice, kinds: [...choice.kinds], ...written };
  const secret = newWebhookSecret();
  const secrets = { projectId, webhookId, secrets: [{ secret, createdAt: now }] };
  await new Transaction(ctx.db)
    .check(projectKeys.project(projectId), ifNotDeleted, () => noAccess(projectId))
    .put(webhookEntity.encode(webhook, 1), ifAbsent)
    .put(webhookSecretsEntity.encode(secrets, 1), ifAbsent)
    .put(entryOf(ctx, 'create-webhook', webhook))
    .commit();
  return { webhook, secret };
}

export async function readWebhook(ctx: ProjectContext, webhookId: string): Promise<Stored<WebhookRecord>> {
  const webhook = await getWebhook(ctx.db, ctx.projectId, webhookId);
  if (!webhook) throw notInProject('Webhook', webhookId, ctx.projectId);
  return webhook;
}

/** Changes what is given. @throws ServiceError `not-found`, `invalid` for an address that nothing is sent to. */
export async function updateWebhook(
  ctx: Sending<ProjectContext>,
  webhookId: string,
  changes: WebhookChanges,
): Promise<WebhookRecord> {
  if (changes.url !== undefined) await refuseAddress(ctx, changes.url);
  return retryOnConflict(orRefuse(`Webhook '${webhookId}'`), async () => {
    const { rev, ...before } = await readWebhook(ctx, webhookId);
    const webhook: WebhookRecord = {
      ...before,
      url: changes.url ?? before.url,
      description: changes.description ?? before.description,
      kinds: [...(changes.kinds ?? before.kinds)],
      active: changes.active ?? before.active,
      updatedBy: ctx.actor.user.username,
      updatedAt: nowOf(ctx),
    };
    await new Transaction(ctx.db)
      .put(webhookEntity.encode(webhook, rev + 1), ifRevision(rev), staleRead)
      .put(entryOf(ctx, 'update-webhook', webhook))
      .commit();
    return webhook;
  });
}

/** Deletes a webhook with its secrets; what is on its way to it is given up. @throws ServiceError `not-found`. */
export async function deleteWebhook(ctx: ProjectContext, webhookId: string): Promise<void> {
  const { projectId } = ctx;
  const webhook = await readWebhook(ctx, webhookId);
  const missing = () => notInProject('Webhook', webhookId, projectId);
  await new Transaction(ctx.db)
    .delete(webhookKeys.webhook(projectId, webhookId), { expression: 'attribute_exists(pk)' }, missing)
    .delete(webhookKeys.secrets(projectId, webhookId))
    .put(entryOf(ctx, 'delete-webhook', webhook))
    .commit();
}

/**
 * Gives a webhook a new secret; the previous one also signs for another day (rule HOOK-5), older ones do not.
 * @throws ServiceError `not-found`.
 */
export async function rotateSecret(
  ctx: ProjectContext,
  webhookId: string,
): Promise<{ secret: string; formerValidUntil: string }> {
  const webhook = await readWebhook(ctx, webhookId);
  const { projectId } = webhook;
  const secret = newWebhookSecret();
  const formerValidUntil = new Date(ctx.clock().getTime() + rotationSeconds * 1000).toISOString();
  await retryOnConflict(orRefuse(`Webhook '${webhookId}'`), async () => {
    const item = await getItem(ctx.db, webhookKeys.secrets(projectId, webhookId));
    if (!item) throw notInProject('Webhook', webhookId, projectId);
    const { rev, secrets } = webhookSecretsEntity.decode(item);
    const [newest] = secrets;
    const former = newest ? [{ ...newest, validUntil: formerValidUntil }] : [];
    const record = { projectId, webhookId, secrets: [{ secret, createdAt: nowOf(ctx) }, ...former] };
    await new Transaction(ctx.db)
      .put(webhookSecretsEntity.encode(record, rev + 1), ifRevision(rev), staleRead)
      .put(entryOf(ctx, 'rotate-webhook-secret', webhook))
      .commit();
  });
  return { secret, formerValidUntil };
}

async function refuseAddress({ webhooks }: Sending<object>, url: string): Promise<void> {
  const problem = await webhooks.problemWith(url);
  if (problem === undefined) return;
  throw invalid(`Invalid request: body.url: ${problem}`, [{ path: 'body.url', message: problem }]);
}

type WebhookAction = 'create-webhook' | 'update-webhook' | 'delete-webhook' | 'rotate-webhook-secret';

/** Of its address the host alone: a path may hold a key of the receiver. */
const entryOf = (
  ctx: ProjectContext,
  action: WebhookAction,
  { projectId, webhookId, url, kinds, active }: WebhookRecord,
) =>
  projectEntry(ctx, projectId, {
    action,
    resource: `webhook:${webhookId}`,
    details: { host: new URL(url).host, kinds: [...kinds], active },
  });
