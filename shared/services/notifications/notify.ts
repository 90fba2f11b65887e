import { createHash } from 'node:crypto';
import type { Context } from '../../context.ts';
import { recipientsOf } from '../../domain/notifications/recipients.ts';
import { mutedKinds, putNotification } from '../../store/notifications/notifications.ts';
import { queueDeliveries } from '../webhooks/queue-deliveries.ts';
import type { Happening } from './happening.ts';
import { type Change, happeningOf } from './happenings.ts';
import type { Scene, Scenes } from './scenes.ts';

/**
 * Tells whoever is to be told of what a written item says (rules NOTIFY-1 to NOTIFY-7). A change may come repeatedly, late,
 * and beside itself: each event is once in each inbox.
 * @throws Error for an item of a form that is not known.
 */
export async function notify(ctx: Context, change: Change, scenes: Scenes): Promise<void> {
  const happening = await happeningOf(ctx, change, scenes);
  const scene = happening && (await scenes.of(happening.projectId));
  if (!scene || isBefore(happening, scene)) return;
  const recipients = recipientsOf(happening, scene.members);
  const muted = await mutedKinds(
    ctx.db,
    recipients.map(({ userId }) => userId),
  );
  const actorUserId = scene.members.find(({ username }) => username === happening.actor)?.userId;
  const { projectId, kind, name, at, actor, source, targetUrl, title, excerpt } = happening;
  const facts = { projectId, kind, at, actor, actorUserId, targetUrl, title, excerpt };
  const id = idOf(projectId, kind, name);
  for (const { userId, username } of recipients) {
    if (muted.get(userId)?.includes(kind)) continue;
    await putNotification(ctx.db, { ...facts, userId, username, id, sourceType: source.type, sourceId: source.id });
  }
  await queueDeliveries(ctx, { ...happening, id }, scene.webhooks);
  scenes.noteTold(happening);
}

/** What an import brought in happened elsewhere, and was told there. */
const isBefore = ({ at }: Happening, { project }: Scene): boolean =>
  project.imported !== undefined && at <= project.imported.at;

const idOf = (...parts: string[]): string =>
  createHash('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, 32);
