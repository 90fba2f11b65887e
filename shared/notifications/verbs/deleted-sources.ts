import { parsePostId } from '../../discussions/rules/post-id.ts';
import type { Item } from '../../kernel/store/dynamodb/codec.ts';
import { batchGetItems, type Database } from '../../kernel/store/dynamodb/database.ts';
import { chipKeys, type Key, projectKeys, scheduleKeys, taskKeys, threadKeys } from '../../kernel/store/keys.ts';
import { pageSubject } from '../rules/page-subject.ts';
import type { NotificationRecord } from '../store/notifications.ts';

/** A notification as it is shown: of what was deleted without its text, and without a way to a page that is gone. */
export type ShownNotification<N extends NotificationRecord = NotificationRecord> = N & {
  /** Whether what it tells of was deleted since. */
  sourceDeleted: boolean;
};

type Source = Pick<NotificationRecord, 'projectId' | 'sourceType' | 'sourceId' | 'targetUrl'>;

/** Removes notifications whose subjects no longer exist, found in one batch of reads (rule NOTIFY-13). */
export async function withoutDeleted<N extends NotificationRecord>(
  db: Database,
  notifications: readonly N[],
): Promise<ShownNotification<N>[]> {
  const keys = notifications.flatMap((one) => keysOf(one));
  const items = keys.length === 0 ? [] : await batchGetItems(db, keys, false);
  const standing = new Set(items.flatMap((item, n) => (item && !isGoing(item) ? [nameOf(keys[n])] : [])));
  return notifications.map((one) => {
    const [page, ...others] = keysOf(one);
    if (!page) return { ...one, sourceDeleted: false };
    if (!standing.has(nameOf(page))) return { ...one, sourceDeleted: true, excerpt: '', targetUrl: '' };
    const isDeleted = others.some((key) => !standing.has(nameOf(key)));
    return { ...one, sourceDeleted: isDeleted, ...(isDeleted && { excerpt: '' }) };
  });
}

/** The key of what its page shows, then, of a reply, of that; none where it tells of what cannot be deleted alone. */
function keysOf({ projectId, sourceType, sourceId, targetUrl }: Source): Key[] {
  const post = sourceType === 'thread' || sourceType === 'reply' ? parsePostId(sourceId) : undefined;
  if (post) {
    const thread = threadKeys.thread(projectId, post.threadId);
    return post.reply === 0 ? [thread] : [thread, threadKeys.reply(projectId, post.threadId, post.reply)];
  }
  const subject = pageSubject(targetUrl);
  return subject ? [keyMakers[subject.kind](projectId, subject.id)] : [];
}

const keyMakers = {
  chip: chipKeys.chip,
  execution: projectKeys.execution,
  task: taskKeys.result,
  schedule: scheduleKeys.schedule,
};

const nameOf = (key: Key | undefined): string => JSON.stringify([key?.pk, key?.sk]);

/** Items that are being removed, and traces of a removal, are no longer readable. */
const isGoing = (item: Item): boolean => item.deletingAt !== undefined || item.deletedAt !== undefined;
