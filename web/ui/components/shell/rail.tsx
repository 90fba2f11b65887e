import { Link } from '@tanstack/react-router';
import { lazy, useEffect, useState } from 'react';
import { zoneText } from '../../lib/format/words.ts';
import { placeGroups } from '../../lib/navigation/places.ts';
import { Icon } from '../icon.tsx';
import { ChipSwitcher } from './chip-switcher.tsx';
import { Find } from './find.tsx';
import { LockIndicator } from './lock-indicator.tsx';
import { accountLabel, menuFace, projectLabel } from './menu-trigger.tsx';
import type { Navigation } from './navigation.ts';
import { OpenOnPress } from './open-on-press.tsx';
import place from './place-link.module.css';
import { PlaceLink } from './place-link.tsx';
import styles from './rail.module.css';
import { UnreadCount } from './unread-count.tsx';

const projectMenu = () => import('./project-menu.tsx').then((module) => ({ default: module.ProjectMenu }));
const ProjectMenu = lazy(projectMenu);
const accountMenu = () => import('./account-menu.tsx').then((module) => ({ default: module.AccountMenu }));
const AccountMenu = lazy(accountMenu);

/** The navigation of a wide window: the chip, the places in their groups, and at the foot project, account and zone. */
export function Rail({ navigation }: { navigation: Navigation }) {
  const { chip, projects, project, user, zones } = navigation;
  return (
    <header className={styles.rail} {...useDismissedTips()}>
      <div className={styles.head}>
        <Link to="/" className={styles.mark} aria-label="Fiducial, home">
          <Mark />
        </Link>
        <ChipSwitcher current={chip} />
      </div>
      <Find navigation={navigation} />
      <nav className={styles.places} aria-label="Main">
        {placeGroups(chip.chipId, chip.chips !== undefined).map((group) => (
          <div key={group.label} className={styles.group}>
            <span className={styles.groupName}>{group.label}</span>
            <ul>
              {group.places.map((one) => (
                <li key={one.id} className={styles.line}>
                  <PlaceLink place={one} navigation={navigation} />
                  {one.id === 'runs' && navigation.isReady && <LockIndicator />}
                  {one.id === 'inbox' && <UnreadCount isReady={navigation.isReady} />}
                </li>
              ))}
            </ul>
          </div>
        ))}
      </nav>
      <div className={styles.foot}>
        <OpenOnPress face={menuFace(projectLabel(projects, project))} load={projectMenu}>
          <ProjectMenu projects={projects} current={project} />
        </OpenOnPress>
        <OpenOnPress face={menuFace(accountLabel(user))} load={accountMenu}>
          <AccountMenu user={user} />
        </OpenOnPress>
        <Link to="/settings" className={place.place} activeOptions={{ exact: true, includeHash: true }}>
          <span className={place.icon}>
            <Icon name="clock" />
          </span>
          <span className={place.label}>{zones === undefined ? 'Times' : zoneText(zones.shown)}</span>
        </Link>
      </div>
    </header>
  );
}

/** The picture of `web/public/favicon.svg`, which would be one more request. */
const Mark = () => (
  <svg viewBox="0 0 24 24" width="24" height="24" aria-hidden="true">
    <rect width="24" height="24" rx="5" fill="#1f3a6e" />
    <path d="M12 3v5M12 16v5M3 12h5M16 12h5" stroke="#fff" strokeWidth="1.8" strokeLinecap="round" />
    <circle cx="12" cy="12" r="2.6" fill="#fdea45" />
  </svg>
);

/** Escape hides the tooltips of the narrow rail until the pointer or the focus leaves it. */
function useDismissedTips() {
  const [isOff, setOff] = useState(false);
  useEffect(() => {
    const dismiss = (event: KeyboardEvent) => event.key === 'Escape' && setOff(true);
    document.addEventListener('keydown', dismiss);
    return () => document.removeEventListener('keydown', dismiss);
  }, []);
  const show = () => setOff(false);
  return { 'data-tips': isOff ? 'off' : undefined, onPointerLeave: show, onBlur: show };
}
