import { useNavigate } from '@tanstack/react-router';
import { currentProject } from '../../lib/api/session.ts';
import type { Project } from '../../lib/api/wire.ts';
import { projectLabel } from './menu-trigger.tsx';
import { MenuAction, MenuChoice, MenuGroup, MenuLine, ShellMenu } from './shell-menu.tsx';

/** Names the project of the moment and changes it; a change leads to the list where a login lands. */
export function ProjectMenu({ projects, current }: { projects: readonly Project[]; current: string | undefined }) {
  const navigate = useNavigate();
  const open = projects.filter((project) => project.deleted_at === null);
  const change = (id: string) => {
    currentProject.set(id);
    void navigate({ to: '/execution' });
  };
  return (
    <ShellMenu trigger={projectLabel(open, current)}>
      <MenuGroup label="Project">
        <MenuChoice
          value={current}
          options={open.map((project) => ({ value: project.project_id, label: project.name }))}
          closes
          onChange={change}
        />
      </MenuGroup>
      <MenuLine />
      <MenuAction label="All projects…" onClick={() => void navigate({ to: '/projects' })} />
    </ShellMenu>
  );
}
