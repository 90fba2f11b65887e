import { Link, useLocation } from '@tanstack/react-router';
import { pastSearch } from '../../lib/navigation/past.ts';
import type { Place } from '../../lib/navigation/places.ts';
import { Icon } from '../icon.tsx';
import { useRunningWord } from './lock-indicator.tsx';
import type { Navigation } from './navigation.ts';
import styles from './place-link.module.css';
import { useUnreadWord } from './unread-count.tsx';

/** Leads to a place; marked on every page that belongs to it. Those of the runs and the inbox show news. */
export function PlaceLink({ place, navigation }: { place: Place; navigation: Navigation }) {
  const { pathname, search } = useLocation();
  const running = useRunningWord(place.id === 'runs' && navigation.isReady);
  const unread = useUnreadWord(place.id === 'inbox' && navigation.isReady);
  const news = running ?? unread;
  const isItself = place.to.replace('$chipId', place.params?.chipId ?? '') === pathname;
  return (
    <Link
      to={place.to}
      params={(place.params ?? {}) as never}
      search={{ ...place.search, ...pastSearch(place.id, pathname, search) } as never}
      className={styles.place}
      // The page's own address is the link's; what lies beneath it belongs to it.
      aria-current={place.id === navigation.place ? (isItself ? 'page' : 'true') : undefined}
      aria-description={news}
      activeOptions={{ exact: true }}
    >
      <span className={styles.icon}>
        <Icon name={place.id} />
        {news !== undefined && <span className={styles.live} />}
      </span>
      <span className={styles.label}>{place.label}</span>
    </Link>
  );
}
