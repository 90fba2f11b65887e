import { useLocation } from '@tanstack/react-router';
import { projectAddress } from '#shared/kernel/rules/page-address.ts';
import { activeProjects } from '../../../projects/lib/active-projects.ts';
import type { Project } from '../../lib/api/wire.ts';
import { sameKindOfPage } from '../../lib/navigation/same-kind-of-page.ts';
import { projectLabel } from './menu-trigger.tsx';
import { MenuChoice, MenuGroup, MenuLine, MenuPlace, ShellMenu } from './shell-menu.tsx';

interface ProjectChoice {
  projects: readonly Project[];
  current: string | undefined;
}

/** Names the project of the moment and changes it. */
export function ProjectMenu({ projects, current }: ProjectChoice) {
  return (
    <ShellMenu trigger={projectLabel(projects, current)}>
      <ProjectEntries projects={projects} current={current} />
      <MenuLine />
      <MenuPlace label="All projects" place={{ to: '/projects' }} />
    </ShellMenu>
  );
}

/**
 * Another project opens another document, at the same kind of page: nothing of the current one is kept (rule NAV-14).
 */
export function ProjectEntries({ projects, current }: ProjectChoice) {
  const { pathname } = useLocation();
  const change = (id: string) => location.assign(projectAddress(id, sameKindOfPage(pathname)));
  return (
    <MenuGroup label="Project">
      <MenuChoice
        value={current}
        options={activeProjects(projects).map((project) => ({ value: project.project_id, label: project.name }))}
        closes
        onChange={change}
      />
    </MenuGroup>
  );
}
