import { useNavigate } from '@tanstack/react-router';
import { currentProject } from '../../lib/api/session.ts';
import type { Project } from '../../lib/api/wire.ts';
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

/** A change of the project leads to the list where a login lands. */
export function ProjectEntries({ projects, current }: ProjectChoice) {
  const navigate = useNavigate();
  const open = projects.filter((project) => project.deleted_at === null);
  const change = (id: string) => {
    currentProject.set(id);
    void navigate({ to: '/execution' });
  };
  return (
    <MenuGroup label="Project">
      <MenuChoice
        value={current}
        options={open.map((project) => ({ value: project.project_id, label: project.name }))}
        closes
        onChange={change}
      />
    </MenuGroup>
  );
}
