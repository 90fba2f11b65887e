import { parsePostId } from '../../domain/threads/post-id.ts';
import { batchGetItems, type Database } from '../../store/dynamodb/database.ts';
import { threadKeys } from '../../store/keys.ts';
import type { NotificationRecord } from '../../store/notifications/notifications.ts';
import { threadEntity } from '../../store/threads/threads.ts';

/** A notification as it is shown: of a post that was deleted without its text, and without a way to a discussion that is gone. */
export type ShownNotification<N extends NotificationRecord = NotificationRecord> = N & {
  /** Whether the post that it tells of was deleted since. */
  sourceDeleted: boolean;
};

type Source = Pick<NotificationRecord, 'projectId' | 'sourceType' | 'sourceId'>;

/** Looks up whether what they tell of discussions stands, in one batch (rule NOTIFY-13). */
export async function withoutDeleted<N extends NotificationRecord>(
  db: Database,
  notifications: readonly N[],
): Promise<ShownNotification<N>[]> {
  const keys = notifications.flatMap((one) => keysOf(one));
  const items = keys.length === 0 ? [] : await batchGetItems(db, keys, false);
  const standing = new Set(items.flatMap((item, n) => (item && !isGoing(item) ? [nameOf(keys[n])] : [])));
  return notifications.map((one) => {
    const [thread, ...others] = keysOf(one);
    if (!thread) return { ...one, sourceDeleted: false };
    if (!standing.has(nameOf(thread))) return { ...one, sourceDeleted: true, excerpt: '', targetUrl: '' };
    const isDeleted = others.some((key) => !standing.has(nameOf(key)));
    return { ...one, sourceDeleted: isDeleted, ...(isDeleted && { excerpt: '' }) };
  });
}

/** The keys of a discussion and, of a reply, of that; none where it tells of something else. */
function keysOf({ projectId, sourceType, sourceId }: Source) {
  const post = sourceType === 'thread' || sourceType === 'reply' ? parsePostId(sourceId) : undefined;
  if (!post) return [];
  const thread = threadKeys.thread(projectId, post.threadId);
  return post.reply === 0 ? [thread] : [thread, threadKeys.reply(projectId, post.threadId, post.reply)];
}

const nameOf = (key: { pk: string; sk: string } | undefined): string => JSON.stringify([key?.pk, key?.sk]);

/** What is being removed is read by nobody any more. */
const isGoing = (item: Parameters<typeof threadEntity.decode>[0]): boolean =>
  item.entity === threadEntity.name && threadEntity.decode(item).deletingAt !== undefined;
