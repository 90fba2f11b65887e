import { useLocation } from '@tanstack/react-router';
import { namesSomething } from '../../../projects/lib/project-of-address.ts';
import { currentProject } from '../../lib/api/session.ts';
import type { Project } from '../../lib/api/wire.ts';
import { Notice } from '../notice.tsx';

/** Says which project an address was taken to mean that named none, but a thing: others may have the same ids (rule NAV-15). */
export function NamedNoProject({ projects }: { projects: readonly Project[] }) {
  const { href } = useLocation();
  if (!namesSomething(href)) return null;
  const name = projects.find(({ project_id }) => project_id === currentProject())?.name;
  return (
    <Notice tone="warn">
      <span>
        The link to this page named no project. This is project ‘{name}’; if you expected another one, ask for a new
        link.
      </span>
    </Notice>
  );
}
