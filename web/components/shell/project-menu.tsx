import { Menu } from '@base-ui/react/menu';
import { useNavigate } from '@tanstack/react-router';
import { currentProject } from '../../lib/session.ts';
import type { Project } from '../../lib/wire.ts';
import { Icon } from '../icon.tsx';
import styles from './menu.module.css';
import { projectFace, TriggerContent } from './menu-trigger-face.tsx';

/** Names the project of the moment and changes it; a change leads to the list where a login lands. */
export function ProjectMenu({ projects, current }: { projects: readonly Project[]; current: string | undefined }) {
  const navigate = useNavigate();
  const open = projects.filter((project) => project.deleted_at === null);
  const face = projectFace(open, current);
  const change = (id: string) => {
    currentProject.set(id);
    void navigate({ to: '/execution' });
  };
  return (
    <Menu.Root modal={false}>
      <Menu.Trigger className={styles.trigger} aria-label={face.label}>
        <TriggerContent face={face} />
      </Menu.Trigger>
      <Menu.Portal>
        <Menu.Positioner className={styles.positioner} sideOffset={4} align="end">
          <Menu.Popup className={styles.popup}>
            <Menu.Group>
              <Menu.GroupLabel className={styles.groupLabel}>Project</Menu.GroupLabel>
              <Menu.RadioGroup value={current} onValueChange={change}>
                {open.map((project) => (
                  <Menu.RadioItem
                    key={project.project_id}
                    value={project.project_id}
                    className={styles.item}
                    closeOnClick
                  >
                    <span className={styles.mark}>
                      <Menu.RadioItemIndicator>
                        <Icon name="check" />
                      </Menu.RadioItemIndicator>
                    </span>
                    <span>{project.name}</span>
                  </Menu.RadioItem>
                ))}
              </Menu.RadioGroup>
            </Menu.Group>
            <Menu.Separator className={styles.separator} />
            <Menu.Item className={styles.item} onClick={() => void navigate({ to: '/projects' })}>
              <span className={styles.mark} />
              <span>All projects…</span>
            </Menu.Item>
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  );
}
