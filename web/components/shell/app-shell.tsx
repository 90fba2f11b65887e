import { useQuery } from '@tanstack/react-query';
import { Link, Navigate, Outlet, useLocation, useMatch } from '@tanstack/react-router';
import { lazy, Suspense, useEffect, useMemo } from 'react';
import { chooseProject } from '../../lib/api/choose-project.ts';
import { meQuery, projectsQuery, settingsQuery } from '../../lib/api/queries.ts';
import { currentProject, useCurrentProject } from '../../lib/api/session.ts';
import { TimeZones } from '../../lib/api/time-zone.ts';
import { useMedia } from '../../lib/hooks/use-media.ts';
import { useZoneChoice, zoneOf } from '../../lib/look/zone-choice.ts';
import { useCurrentChip } from '../../lib/navigation/current-chip.ts';
import { placeOf } from '../../lib/navigation/places.ts';
import { openedPath, openedSearch } from '../../lib/url/opened.ts';
import { buttonClass } from '../button.tsx';
import { EmptyState } from '../notice.tsx';
import { Pending } from '../pending.tsx';
import styles from './app-shell.module.css';
import { BottomBar, TopBar } from './bars.tsx';
import { Keys } from './keys.tsx';
import { useRefreshAfterRun } from './lock-indicator.tsx';
import type { Navigation } from './navigation.ts';
import { Rail } from './rail.tsx';

const UnknownInAddress = lazy(() =>
  import('./unknown-in-address.tsx').then((module) => ({ default: module.UnknownInAddress })),
);
// An empty project has little else to offer.
const DropToImport = lazy(() => import('../drop-to-import.tsx').then((module) => ({ default: module.DropToImport })));

/** Pages that need no project. */
const projectFree = ['/projects', '/settings', '/admin', '/inbox'];

/** The frame of every page behind the login; it draws a page when its project and its time zone are known. */
export function AppShell() {
  const me = useQuery(meQuery());
  // Nothing else is answered to somebody who has to choose a password first.
  const mustChange = me.data?.must_change_password ?? false;
  const storedId = useCurrentProject();
  // Whoever was in a project before is let in again: what comes first is asked for at once.
  const isOpen = !mustChange && (me.data !== undefined || storedId !== undefined);
  const projects = useQuery({ ...projectsQuery(), enabled: isOpen });
  const settings = useQuery({ ...settingsQuery(), enabled: isOpen });
  const chosen =
    me.data && projects.data ? chooseProject(projects.data, storedId, me.data.default_project_id) : storedId;
  useEffect(() => {
    if (me.data && projects.data) currentProject.set(chosen);
  }, [chosen, me.data, projects.data]);
  const ready = me.data && projects.data && settings.data && chosen === storedId;
  const isReady = ready === true && chosen !== undefined;
  useRefreshAfterRun(isReady);
  const isNarrow = useMedia('(max-width: 860px)');
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
    project: chosen,
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
            <Content key={chosen} hasProject={chosen !== undefined} />
            <Suspense>{isReady && navigation.chip.chips?.length === 0 && <DropToImport />}</Suspense>
          </TimeZones>
        ) : (
          <Pending error={me.error ?? projects.error ?? settings.error} what="your projects" />
        )}
      </main>
      {isNarrow && <BottomBar navigation={navigation} />}
      <Keys chipId={navigation.chip.chipId} />
    </div>
  );
}

/** Leads to the form in which a password is chosen. */
function PasswordFirst() {
  const { pathname } = useLocation();
  return pathname === '/settings' ? <Outlet /> : <Navigate to="/settings" replace />;
}

function Content({ hasProject }: { hasProject: boolean }) {
  const { pathname } = useLocation();
  const leadsNowhere = useMatch({ from: '/app/$', shouldThrow: false }) !== undefined;
  const needsProject = !leadsNowhere && !projectFree.some((path) => pathname.startsWith(path));
  return (
    <div className={styles.stack}>
      {needsProject && !hasProject ? (
        <EmptyState
          title="Create or join a project"
          actions={
            <Link to="/projects" className={buttonClass({ variant: 'primary' })}>
              Create a project
            </Link>
          }
        >
          Chips and runs belong to a project. Create one, or ask the owner of one to invite you.
        </EmptyState>
      ) : (
        <>
          <Suspense>
            {openedSearch !== '' && pathname === openedPath && <UnknownInAddress opened={openedSearch} />}
          </Suspense>
          <Outlet />
        </>
      )}
    </div>
  );
}
