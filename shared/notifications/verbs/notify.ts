import { createHash } from 'node:crypto';
import type { Context } from '../../kernel/context.ts';
import type { Item } from '../../kernel/store/dynamodb/codec.ts';
import { isUnknownUserId } from '../../people/rules/unknown-user.ts';
import { sendAt } from '../rules/email-rules.ts';
import { isTold, type NotificationKind } from '../rules/kinds.ts';
import { isMuted } from '../rules/mutes.ts';
import { recipientsOf } from '../rules/recipients.ts';
import { putNotification } from '../store/notifications.ts';
import { type NotificationSettingsRecord, notificationSettingsOf } from '../store/settings.ts';
import { changedPostOf, followPost } from './chat/follow-post.ts';
import { queueMessage } from './chat/queue-message.ts';
import type { Change, Happening } from './happening.ts';
import { happeningsOf } from './happenings.ts';
import type { Scene, Scenes } from './scenes.ts';
import { queueDeliveries } from './webhooks/queue-deliveries.ts';

/**
 * Notifies the recipients of a written item's event (rules NOTIFY-1 to NOTIFY-7). A change may arrive repeatedly, late,
 * and concurrently with itself: each event is once in each inbox.
 * @throws Error for an item of an unknown form.
 */
export async function notify(ctx: Context, change: Change, scenes: Scenes): Promise<void> {
  for (const happening of await happeningsOf(ctx, change, scenes)) {
    const scene = await scenes.of(happening.projectId);
    if (!scene || isBefore(happening, scene)) continue;
    const id = idOf(happening.projectId, happening.kind, happening.name);
    if (isTold(happening)) await tellMembers(ctx, { ...happening, id }, scene);
    const title = happening.announcement ?? happening.title;
    const event = { ...happening, id, title };
    await queueDeliveries(ctx, event, scene.webhooks);
    await queueMessage(ctx, event, scene.chat);
    scenes.noteTold(happening);
  }
  await followChange(ctx, change, scenes);
}

/** Has a chat say of a post what it says now, or nothing more; `after` is undefined for an item that was removed (rule CHAT-7). */
export async function followChange(
  ctx: Context,
  change: { before: Item | undefined; after: Item | undefined },
  scenes: Scenes,
): Promise<void> {
  const post = changedPostOf(change);
  if (post) await followPost(ctx, post, (await scenes.of(post.projectId))?.chat);
}

type Told = Happening & { kind: NotificationKind; id: string };

async function tellMembers(ctx: Context, happening: Told, scene: Scene): Promise<void> {
  const recipients = recipientsOf(happening, scene.members).filter(({ userId }) => !isUnknownUserId(userId));
  const settings = await notificationSettingsOf(
    ctx.db,
    recipients.map(({ userId }) => userId),
  );
  const actorUserId = scene.members.find(({ username }) => username === happening.actor)?.userId;
  const { projectId, kind, id, at, actor, source, targetUrl, title, excerpt } = happening;
  const facts = { projectId, kind, id, at, actor, actorUserId, targetUrl, title, excerpt };
  for (const { userId, username } of recipients) {
    const chosen = settings.get(userId);
    if (chosen && isMuted(chosen, happening)) continue;
    const record = { ...facts, userId, username, sourceType: source.type, sourceId: source.id };
    await putNotification(ctx.db, record, emailInstant(ctx, chosen, kind));
  }
}

/** When a notification is sent by e-mail; undefined for none (rules MAIL-1 and MAIL-2). */
function emailInstant(
  { config, clock }: Context,
  chosen: NotificationSettingsRecord | undefined,
  kind: NotificationKind,
): string | undefined {
  const email = chosen?.email;
  if (config.emailSender === '' || email?.address === undefined || !email.kinds.includes(kind)) return undefined;
  return sendAt(email, clock()).toISOString();
}

/** Imported events happened elsewhere, and were reported there. */
const isBefore = ({ at }: Happening, { project }: Scene): boolean =>
  project.imported !== undefined && at <= project.imported.at;

const idOf = (...parts: string[]): string =>
  createHash('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, 32);
