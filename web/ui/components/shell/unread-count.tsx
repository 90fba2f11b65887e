import { useQuery } from '@tanstack/react-query';
import { unreadQuery } from '../../../notifications/lib/queries.ts';
import styles from './unread-count.module.css';

const useUnread = (isReady: boolean): number => useQuery({ ...unreadQuery(), enabled: isReady }).data ?? 0;

/** The text for the inbox: `3 unread`; undefined if everything was read. */
export function useUnreadWord(isReady: boolean): string | undefined {
  const unread = useUnread(isReady);
  return unread === 0 ? undefined : `${unread} unread`;
}

/** The number of unread notifications, next to the inbox in the wide rail; hidden if it is zero. */
export function UnreadCount({ isReady }: { isReady: boolean }) {
  const unread = useUnread(isReady);
  // The link says it to who cannot see it.
  return unread === 0 ? null : (
    <span className={styles.count} aria-hidden="true">
      {unread > 99 ? '99+' : unread}
    </span>
  );
}
