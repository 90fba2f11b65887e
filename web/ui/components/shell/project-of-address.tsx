import { Outlet, useLocation, useMatch } from '@tanstack/react-router';
import { useEffect } from 'react';
import { needsProject, projectAddress, splitAddress } from '#shared/kernel/rules/page-address.ts';
import { projectOfAddress } from '../../../projects/lib/project-of-address.ts';
import { lastProject } from '../../lib/api/session.ts';
import type { Project, User } from '../../lib/api/wire.ts';
import { buttonClass } from '../button.tsx';
import { EmptyState } from '../notice.tsx';
import { NoAccess } from './no-access.tsx';
import { WhichProject } from './which-project.tsx';

/**
 * The notice for an address that leads to no project of the caller's, or to several, if the page needs one (rule
 * NAV-15).
 */
export function ProjectOfAddress({ user, projects }: { user: User; projects: readonly Project[] }) {
  const { pathname, publicHref } = useLocation();
  const leadsNowhere = useMatch({ from: '/app/$', shouldThrow: false }) !== undefined;
  const { project, path } = splitAddress(publicHref);
  const usual = { last: lastProject.get(), default: user.default_project_id };
  const found = projectOfAddress(publicHref, projects, usual);
  const address = found && 'projectId' in found ? projectAddress(found.projectId, path) : undefined;
  // The first project was made, or could not be asked for before.
  useEffect(() => {
    if (address !== undefined) location.replace(address);
  }, [address]);
  if (address !== undefined) return null;
  if (leadsNowhere || !needsProject(pathname)) return <Outlet />;
  if (found && 'choices' in found) return <WhichProject name={project} choices={found.choices} page={path} />;
  if (project !== undefined) return <NoAccess name={project} user={user} projects={projects} />;
  return (
    <EmptyState
      title="Create or join a project"
      actions={
        <a href="/projects" className={buttonClass({ variant: 'primary' })}>
          Create a project
        </a>
      }
    >
      Chips and runs belong to a project. Create one, or ask the owner of one to invite you.
    </EmptyState>
  );
}
