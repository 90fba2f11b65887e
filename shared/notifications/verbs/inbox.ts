import { forEachConcurrent } from '../../kernel/concurrency.ts';
import { nowOf, type UserContext } from '../../kernel/context.ts';
import { notFound } from '../../kernel/errors.ts';
import { parseTimedId, timedIdOf } from '../../kernel/rules/ids.ts';
import type { Database } from '../../kernel/store/dynamodb/database.ts';
import { type Page, type PageRequest, readPage } from '../../kernel/store/dynamodb/paging.ts';
import { userKeys } from '../../kernel/store/keys.ts';
import { activeRole } from '../../projects/rules/permissions.ts';
import { listMemberships } from '../../projects/store/projects.ts';
import { keptSince, mostCounted } from '../rules/inbox.ts';
import {
  getNotification,
  listUnread,
  type NotificationName,
  notificationEntity,
  putRead,
  type UnreadRecord,
} from '../store/notifications.ts';
import { type ShownNotification, withoutDeleted } from './deleted-sources.ts';

/** The caller's notifications, the newest first, and how many are unread. */
export async function readInbox(
  ctx: UserContext,
  { unreadOnly, ...page }: PageRequest & { unreadOnly: boolean },
): Promise<Page<ShownNotification> & { unread: number }> {
  const { userId } = ctx.actor.user;
  const [isVisible, marks] = await Promise.all([visibility(ctx), unreadMarks(ctx)]);
  const found = await readPage(ctx.db, userKeys.notifications(userId, keptSince(ctx.clock())), page, {
    decode: (item) => notificationEntity.decode(item),
    keep: (record) => isVisible(record) && !(unreadOnly && record.readAt !== undefined),
  });
  const records = await withoutDeleted(ctx.db, found.records);
  return { ...found, records, unread: countOf(marks.filter(isVisible)) };
}

/** How many notifications the caller has not read (rule NOTIFY-8). */
export async function countUnread(ctx: UserContext): Promise<number> {
  const [isVisible, marks] = await Promise.all([visibility(ctx), unreadMarks(ctx)]);
  return countOf(marks.filter(isVisible));
}

const countOf = ({ length }: readonly UnreadRecord[]): number => Math.min(length, mostCounted);

const unreadMarks = (ctx: UserContext, most = mostCounted) =>
  listUnread(ctx.db, { userId: ctx.actor.user.userId, since: keptSince(ctx.clock()), most });

/** Notes that the caller has read a notification; read again, it stays as it was. @throws ServiceError `not-found`. */
export async function readOne(ctx: UserContext, notificationId: string): Promise<ShownNotification> {
  const missing = () => notFound(`Notification '${notificationId}' of user '${ctx.actor.user.username}' not found`);
  const name = nameOf(ctx.actor.user.userId, notificationId);
  if (!name || name.at < keptSince(ctx.clock())) throw missing();
  const [isVisible, record] = await Promise.all([visibility(ctx), getNotification(ctx.db, name)]);
  if (!record || !isVisible(record)) throw missing();
  if (record.readAt === undefined) await putRead(ctx.db, record, nowOf(ctx));
  const read = record.readAt === undefined ? await getNotification(ctx.db, name) : record;
  const [shown] = read ? await withoutDeleted(ctx.db, [read]) : [];
  if (!shown) throw missing();
  return shown;
}

/** Concurrent transactions. */
const concurrency = 8;

/** Most notifications that one request reads; more need another request. */
const mostReadAtOnce = 5000;

/** Notes that the caller has read everything. @returns how many were unread. */
export async function readAll(ctx: UserContext): Promise<number> {
  const readAt = nowOf(ctx);
  const isVisible = await visibility(ctx);
  let updated = 0;
  const marks = (await unreadMarks(ctx, mostReadAtOnce)).filter(isVisible);
  await forEachConcurrent(marks, concurrency, async (mark) => {
    if (await putRead(ctx.db, mark, readAt)) updated += 1;
  });
  return updated;
}

const visibility = (ctx: UserContext) => visibleTo(ctx.db, ctx.actor.user.userId, ctx.actor.apiToken?.projectId);

/**
 * Whether a user still sees what a notification tells: of a project that they are in, and where their API token opens one
 * alone, of that one (rule NOTIFY-9). What changed their membership they always see.
 */
export async function visibleTo(
  db: Database,
  userId: string,
  bound?: string,
): Promise<(of: Pick<UnreadRecord, 'projectId' | 'kind'>) => boolean> {
  const memberships = await listMemberships(db, userId);
  const ids = new Set(memberships.filter((member) => activeRole(member)).map(({ projectId }) => projectId));
  return ({ projectId, kind }) =>
    (bound === undefined || bound === projectId) &&
    (ids.has(projectId) || kind === 'invitation' || kind === 'membership');
}

/** How a notification is called on the wire: its instant in milliseconds, and its id. */
export const notificationIdOf = ({ at, id }: Omit<NotificationName, 'userId'>): string => timedIdOf(at, id);

function nameOf(userId: string, notificationId: string): NotificationName | undefined {
  const name = parseTimedId(notificationId);
  return name && { userId, ...name };
}
