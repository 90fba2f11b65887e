import { createHash } from 'node:crypto';
import type { Context } from '../../context.ts';
import { isTold, type NotificationKind } from '../../domain/notifications/kinds.ts';
import { recipientsOf } from '../../domain/notifications/recipients.ts';
import { mutedKinds, putNotification } from '../../store/notifications/notifications.ts';
import { queueDeliveries } from '../webhooks/queue-deliveries.ts';
import type { Change, Happening } from './happening.ts';
import { happeningsOf } from './happenings.ts';
import type { Scene, Scenes } from './scenes.ts';

/**
 * Tells whoever is to be told of what a written item says (rules NOTIFY-1 to NOTIFY-7). A change may come repeatedly, late,
 * and beside itself: each event is once in each inbox.
 * @throws Error for an item of a form that is not known.
 */
export async function notify(ctx: Context, change: Change, scenes: Scenes): Promise<void> {
  for (const happening of await happeningsOf(ctx, change, scenes)) {
    const scene = await scenes.of(happening.projectId);
    if (!scene || isBefore(happening, scene)) continue;
    const id = idOf(happening.projectId, happening.kind, happening.name);
    if (isTold(happening)) await tellMembers(ctx, { ...happening, id }, scene);
    const title = happening.announcement ?? happening.title;
    await queueDeliveries(ctx, { ...happening, id, title }, scene.webhooks);
    scenes.noteTold(happening);
  }
}

type Told = Happening & { kind: NotificationKind; id: string };

async function tellMembers({ db }: Context, happening: Told, scene: Scene): Promise<void> {
  const recipients = recipientsOf(happening, scene.members);
  const muted = await mutedKinds(
    db,
    recipients.map(({ userId }) => userId),
  );
  const actorUserId = scene.members.find(({ username }) => username === happening.actor)?.userId;
  const { projectId, kind, id, at, actor, source, targetUrl, title, excerpt } = happening;
  const facts = { projectId, kind, id, at, actor, actorUserId, targetUrl, title, excerpt };
  for (const { userId, username } of recipients) {
    if (muted.get(userId)?.includes(kind)) continue;
    await putNotification(db, { ...facts, userId, username, sourceType: source.type, sourceId: source.id });
  }
}

/** What an import brought in happened elsewhere, and was told there. */
const isBefore = ({ at }: Happening, { project }: Scene): boolean =>
  project.imported !== undefined && at <= project.imported.at;

const idOf = (...parts: string[]): string =>
  createHash('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, 32);
