import { defineEntity, type Stored } from '../../kernel/store/dynamodb/codec.ts';
import { isDoneUnlessStale, staleRead } from '../../kernel/store/dynamodb/conflict.ts';
import { type Database, getItem, ifAbsent, queryPages } from '../../kernel/store/dynamodb/database.ts';
import { Transaction } from '../../kernel/store/dynamodb/transaction.ts';
import { revise } from '../../kernel/store/dynamodb/update.ts';
import { userKeys } from '../../kernel/store/keys.ts';
import { keptDays } from '../rules/inbox.ts';
import type { NotificationKind } from '../rules/kinds.ts';
import { newEmail } from './emails.ts';

/** Which notification of a user: when its event was, and an id that follows from the event. */
export interface NotificationName {
  userId: string;
  at: string;
  id: string;
}

/** A user's notification of one event (rule NOTIFY-6). */
export interface NotificationRecord extends NotificationName {
  username: string;
  projectId: string;
  kind: NotificationKind;
  /** The user who caused it; absent if no user did. */
  actor?: string | undefined;
  actorUserId?: string | undefined;
  /** What it is about, such as an `execution`, and that thing's id. */
  sourceType: string;
  sourceId: string;
  /** Path of the page on which it is looked at. */
  targetUrl: string;
  title: string;
  excerpt: string;
  readAt?: string | undefined;
}

const expiresAt = ({ at }: NotificationName): number => Math.ceil(Date.parse(at) / 1000) + keptDays * 86_400;

/** Codec of notifications. */
export const notificationEntity = defineEntity<NotificationRecord>({
  name: 'notification',
  version: 1,
  keys: ({ userId, at, id }) => userKeys.notification(userId, at, id),
  expiresAt,
});

/** Says that a notification is unread, so that these are counted without the others. */
export interface UnreadRecord extends NotificationName {
  projectId: string;
  kind: NotificationKind;
}

/** Codec of these marks. */
export const unreadEntity = defineEntity<UnreadRecord>({
  name: 'unread-notification',
  version: 1,
  keys: ({ userId, at, id }) => userKeys.unread(userId, at, id),
  expiresAt,
});

/**
 * Puts a notification with its mark, unless it exists, and with the record that sends it by e-mail.
 * @param emailAt when the e-mail is sent; absent for none.
 * @returns whether it was put.
 */
export function putNotification(db: Database, record: NotificationRecord, emailAt?: string): Promise<boolean> {
  const { userId, at, id, projectId, kind } = record;
  const transaction = new Transaction(db)
    .put(notificationEntity.encode(record, 1), ifAbsent, staleRead)
    .put(unreadEntity.encode({ userId, at, id, projectId, kind }, 1));
  if (emailAt !== undefined) transaction.put(newEmail({ userId, at, id }, 'notification', emailAt));
  return isDoneUnlessStale(transaction.commit());
}

export async function getNotification(
  db: Database,
  { userId, at, id }: NotificationName,
): Promise<Stored<NotificationRecord> | undefined> {
  const item = await getItem(db, userKeys.notification(userId, at, id));
  return item && notificationEntity.decode(item);
}

/** Notes that a notification was read, unless it was before. @returns whether it was unread. */
export async function putRead(db: Database, { userId, at, id }: NotificationName, readAt: string): Promise<boolean> {
  const unread = userKeys.unread(userId, at, id);
  const transaction = new Transaction(db)
    .update(userKeys.notification(userId, at, id), revise({ readAt }), ifUnread, staleRead)
    .delete(unread);
  if (await isDoneUnlessStale(transaction.commit())) return true;
  // The table may forget the one before the other.
  await new Transaction(db).delete(unread).commit();
  return false;
}

const ifUnread = { expression: 'attribute_exists(pk) AND attribute_not_exists(readAt)' };

/** The marks of what is unread since an instant, the newest first, until there are `most`. */
export async function listUnread(
  db: Database,
  { userId, since, most }: { userId: string; since: string; most: number },
): Promise<Stored<UnreadRecord>[]> {
  const found: Stored<UnreadRecord>[] = [];
  for await (const items of queryPages(db, userKeys.allUnread(userId, since))) {
    found.push(...items.map((item) => unreadEntity.decode(item)));
    if (found.length >= most) break;
  }
  return found;
}
