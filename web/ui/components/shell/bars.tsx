import { lazy } from 'react';
import { barGroups } from '../../lib/navigation/places.ts';
import styles from './bars.module.css';
import { ChipSwitcher } from './chip-switcher.tsx';
import { Find } from './find.tsx';
import { menuFace, moreLabel } from './menu-trigger.tsx';
import type { Navigation } from './navigation.ts';
import { OpenOnPress } from './open-on-press.tsx';
import { PlaceLink } from './place-link.tsx';

const moreMenu = () => import('./more-menu.tsx').then((module) => ({ default: module.MoreMenu }));
const MoreMenu = lazy(moreMenu);

/** The top of a narrow window. */
export function TopBar({ navigation }: { navigation: Navigation }) {
  return (
    <header className={styles.top}>
      <ChipSwitcher current={navigation.chip} />
      <Find navigation={navigation} />
    </header>
  );
}

/** The bottom of a narrow window, under the thumb: the places of every day, and everything else. */
export function BottomBar({ navigation }: { navigation: Navigation }) {
  const { bar, more } = barGroups(navigation.chip.chipId);
  const isMore = !bar.some(({ id }) => id === navigation.place);
  return (
    <nav className={styles.bottom} aria-label="Main">
      {bar.map((place) => (
        <PlaceLink key={place.id} place={place} navigation={navigation} />
      ))}
      <OpenOnPress face={menuFace(moreLabel(isMore))} load={moreMenu}>
        <MoreMenu places={more} navigation={navigation} isCurrent={isMore} />
      </OpenOnPress>
    </nav>
  );
}
