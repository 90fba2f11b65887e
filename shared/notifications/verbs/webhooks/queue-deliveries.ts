import type { Context } from '../../../kernel/context.ts';
import { pageAddress } from '../../../kernel/rules/page-address.ts';
import { visibleText } from '../../../kernel/rules/visible-text.ts';
import { enqueue } from '../../../work/verbs/kinds/outbox.ts';
import type { EventKind } from '../../rules/kinds.ts';
import { deliveryEntity, type WebhookRecord } from '../../store/webhooks.ts';

/** Something that happened, with the id that follows from it. */
export interface SentEvent {
  projectId: string;
  kind: EventKind;
  at: string;
  id: string;
  actor?: string | undefined;
  /** The users concerned, by name. */
  concerned: readonly string[];
  source: { type: string; id: string };
  targetUrl: string;
  title: string;
  excerpt: string;
}

/** Puts a delivery for each webhook that is sent events of its kind, unless it is there (rule HOOK-3). */
export async function queueDeliveries(
  ctx: Context,
  event: SentEvent,
  webhooks: readonly WebhookRecord[],
): Promise<void> {
  const { projectId, kind, at, id: deliveryId } = event;
  for (const { webhookId, kinds, active } of webhooks) {
    if (!active || !kinds.includes(kind)) continue;
    await enqueue(ctx, deliveryEntity, { projectId, webhookId, at, deliveryId, kind, body: bodyOf(ctx, event) });
  }
}

/** An event as it is sent. */
function bodyOf({ config }: Context, event: SentEvent): string {
  const { id, kind, projectId, at, actor, concerned, title, excerpt, source, targetUrl } = event;
  return JSON.stringify({
    id,
    kind,
    project_id: projectId,
    created_at: at,
    actor_username: actor ?? '',
    concerned_usernames: concerned,
    title: visibleText(title),
    excerpt: visibleText(excerpt),
    source_type: source.type,
    source_id: source.id,
    url: `${config.publicUrl}${pageAddress(projectId, targetUrl)}`,
  });
}
