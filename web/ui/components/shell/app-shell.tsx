import { useQuery } from '@tanstack/react-query';
import { Navigate, Outlet, useLocation } from '@tanstack/react-router';
import { lazy, Suspense, useEffect, useMemo, useSyncExternalStore } from 'react';
import { needsProject } from '#shared/kernel/rules/page-address.ts';
import { currentOffer, watchOffer } from '../../../projects/lib/undo/offer.ts';
import { useZoneChoice, zoneOf } from '../../../values/lib/look/zone-choice.ts';
import { meQuery, projectsQuery, settingsQuery } from '../../lib/api/queries.ts';
import { currentProject, lastProject } from '../../lib/api/session.ts';
import { TimeZones } from '../../lib/api/time-zone.ts';
import type { Project, User } from '../../lib/api/wire.ts';
import { useMedia } from '../../lib/hooks/use-media.ts';
import { useCurrentChip } from '../../lib/navigation/current-chip.ts';
import { placeOf } from '../../lib/navigation/places.ts';
import { namedNoProject, openedPath, openedSearch } from '../../lib/url/opened.ts';
import { Pending } from '../pending.tsx';
import styles from './app-shell.module.css';
import { BottomBar, TopBar } from './bars.tsx';
import { Keys } from './keys.tsx';
import { useFollowWrites, useRefreshAfterRun } from './lock-indicator.tsx';
import type { Navigation } from './navigation.ts';
import { Rail } from './rail.tsx';

const AddressNotices = lazy(() =>
  import('./address-notices.tsx').then((module) => ({ default: module.AddressNotices })),
);
// Few addresses lead to no project of the caller's.
const ProjectOfAddress = lazy(() =>
  import('./project-of-address.tsx').then((module) => ({ default: module.ProjectOfAddress })),
);
// An empty project has little else to offer.
const DropToImport = lazy(() =>
  import('../../../devices/components/drop-to-import.tsx').then((module) => ({ default: module.DropToImport })),
);

// It comes with the first act.
const UndoBar = lazy(() =>
  import('../../../projects/components/undo/undo-bar.tsx').then((module) => ({ default: module.UndoBar })),
);

/** The frame of every page behind the login; it draws a page when its project and its time zone are known. */
export function AppShell() {
  const me = useQuery(meQuery());
  // The API answers nothing else until such a user has chosen a new password.
  const mustChange = me.data?.must_change_password ?? false;
  const projectId = currentProject();
  // The answer for the caller brings them.
  const isOpen = !mustChange && me.data !== undefined;
  const projects = useQuery({ ...projectsQuery(), enabled: isOpen });
  const settings = useQuery({ ...settingsQuery(), enabled: isOpen });
  const ready = me.data && projects.data && settings.data && { user: me.data, projects: projects.data };
  const isReady = ready?.projects.some((one) => one.project_id === projectId && one.deleted_at === null) ?? false;
  useEffect(() => {
    if (isReady) lastProject.set(projectId);
  }, [isReady, projectId]);
  useRefreshAfterRun(isReady);
  useFollowWrites(isReady);
  const isNarrow = useMedia('(max-width: 860px)');
  const offer = useSyncExternalStore(watchOffer, currentOffer);
  const zoneChoice = useZoneChoice();
  const calendar = settings.data?.timezone;
  const zones = useMemo(
    () => (calendar === undefined ? undefined : { shown: zoneOf(zoneChoice, calendar), calendar }),
    [calendar, zoneChoice],
  );
  const navigation: Navigation = {
    chip: useCurrentChip(isReady),
    place: placeOf(useLocation().pathname),
    projects: projects.data ?? [],
    project: projectId,
    user: me.data,
    zones,
    isReady,
  };

  return (
    <div className={styles.shell}>
      <a className={styles.skip} href="#content">
        Skip to the content
      </a>
      {isNarrow ? <TopBar navigation={navigation} /> : <Rail navigation={navigation} />}
      <main id="content" className={styles.main} tabIndex={-1}>
        {mustChange ? (
          <PasswordFirst />
        ) : ready ? (
          <TimeZones value={zones}>
            <Content isReady={isReady} {...ready} />
            <Suspense>{isReady && navigation.chip.chips?.length === 0 && <DropToImport />}</Suspense>
          </TimeZones>
        ) : (
          <Pending error={me.error ?? projects.error ?? settings.error} what="your projects" />
        )}
      </main>
      {isNarrow && <BottomBar navigation={navigation} />}
      <Keys chipId={navigation.chip.chipId} />
      <Suspense>{offer && <UndoBar offer={offer} />}</Suspense>
    </div>
  );
}

/** Leads to the form in which a password is chosen. */
function PasswordFirst() {
  const { pathname } = useLocation();
  return pathname === '/settings' ? <Outlet /> : <Navigate to="/settings" replace />;
}

/** What the caller may open. */
interface Opened {
  user: User;
  projects: readonly Project[];
}

/** The page, or a notice if its project is not one of the caller's. */
function Content({ isReady, ...opened }: { isReady: boolean } & Opened) {
  const { pathname } = useLocation();
  if (!isReady && (currentProject() === undefined || needsProject(pathname)))
    return (
      <Suspense>
        <ProjectOfAddress {...opened} />
      </Suspense>
    );
  return (
    <div className={styles.stack}>
      <Suspense>
        {(namedNoProject || openedSearch !== '') && pathname === openedPath && <AddressNotices {...opened} />}
      </Suspense>
      <Outlet />
    </div>
  );
}
