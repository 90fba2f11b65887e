import { useQuery } from '@tanstack/react-query';
import { Link, Navigate, Outlet, useLocation } from '@tanstack/react-router';
import { lazy, Suspense, useEffect } from 'react';
import { chooseProject } from '../../lib/api/choose-project.ts';
import { meQuery, projectsQuery, settingsQuery } from '../../lib/api/queries.ts';
import { currentProject, useCurrentProject } from '../../lib/api/session.ts';
import { TimeZone } from '../../lib/api/time-zone.ts';
import { buttonClass } from '../button.tsx';
import { EmptyState, Pending } from '../notice.tsx';
import styles from './app-shell.module.css';
import { LockIndicator } from './lock-indicator.tsx';
import { MenuTriggerPlaceholder, profileLabel, projectLabel } from './menu-trigger.tsx';

// The menus' machinery is a third of what the first page would load: it follows behind faces of the same size.
const ProjectMenu = lazy(() => import('./project-menu.tsx').then((module) => ({ default: module.ProjectMenu })));
const ProfileMenu = lazy(() => import('./profile-menu.tsx').then((module) => ({ default: module.ProfileMenu })));

const pages = [
  { to: '/execution', label: 'Runs' },
  { to: '/dashboard', label: 'Dashboard' },
  { to: '/flows', label: 'Flows' },
  { to: '/schedules', label: 'Schedules' },
  { to: '/chips', label: 'Chips' },
  { to: '/cryo', label: 'Cryostats' },
  { to: '/notes', label: 'Notes' },
  { to: '/projects', label: 'Projects' },
] as const;

/** Pages that need no project. */
const projectFree = ['/projects', '/settings', '/admin'];

/** The frame of every page behind the login; it draws a page when its project and its time zone are known. */
export function AppShell() {
  const me = useQuery(meQuery());
  // Nothing else is answered to somebody who has to choose a password first.
  const mustChange = me.data?.must_change_password ?? false;
  const isOpen = me.data !== undefined && !mustChange;
  const projects = useQuery({ ...projectsQuery(), enabled: isOpen });
  const settings = useQuery({ ...settingsQuery(), enabled: isOpen });
  const storedId = useCurrentProject();
  const chosen =
    me.data && projects.data ? chooseProject(projects.data, storedId, me.data.default_project_id) : storedId;
  useEffect(() => {
    if (me.data && projects.data) currentProject.set(chosen);
  }, [chosen, me.data, projects.data]);
  const ready = me.data && projects.data && settings.data && chosen === storedId;

  return (
    <div className={styles.shell}>
      <a className={styles.skip} href="#content">
        Skip to the content
      </a>
      <header className={styles.bar}>
        <Link to="/execution" className={styles.brand} aria-label="Fiducial, runs">
          <img src="/favicon.svg" width="24" height="24" alt="" />
          <span>Fiducial</span>
        </Link>
        <nav className={styles.nav} aria-label="Main">
          {pages.map((page) => (
            <Link key={page.to} to={page.to}>
              {page.label}
            </Link>
          ))}
          {me.data?.system_role === 'admin' && <Link to="/admin">Admin</Link>}
        </nav>
        {ready && chosen !== undefined && <LockIndicator key={chosen} />}
        <Suspense
          fallback={
            <>
              <MenuTriggerPlaceholder trigger={projectLabel(projects.data ?? [], chosen)} />
              <MenuTriggerPlaceholder trigger={profileLabel(me.data)} />
            </>
          }
        >
          <ProjectMenu projects={projects.data ?? []} current={chosen} />
          <ProfileMenu user={me.data} />
        </Suspense>
      </header>
      <main id="content" className={styles.main} tabIndex={-1}>
        {mustChange ? (
          <PasswordFirst />
        ) : ready ? (
          <TimeZone value={settings.data.timezone}>
            <Content key={chosen} hasProject={chosen !== undefined} />
          </TimeZone>
        ) : (
          <Pending error={me.error ?? projects.error ?? settings.error} what="your projects" />
        )}
      </main>
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
  const needsProject = !projectFree.some((path) => pathname.startsWith(path));
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
        <Outlet />
      )}
    </div>
  );
}
