import type { Project, User } from '../../lib/api/wire.ts';
import { Icon, type IconName } from '../icon.tsx';
import type { Face } from './open-on-press.tsx';
import styles from './place-link.module.css';

export interface TriggerLabel {
  label: string;
  text: string;
  icon: IconName;
  /** The page belongs to what the menu leads to. */
  isCurrent?: boolean;
}

/** A menu's button looks as a place of the navigation. */
export const triggerClass = styles.place;

const projectName = (projects: readonly Project[], current: string | undefined): string =>
  projects.find((project) => project.project_id === current)?.name ?? 'No project';

/** The project menu's button names the project of the moment. */
export function projectLabel(projects: readonly Project[], current: string | undefined): TriggerLabel {
  const name = projectName(projects, current);
  return { label: `Project: ${name}`, text: name, icon: 'project' };
}

/** The account menu's button names the person. */
export const accountLabel = (user: User | undefined): TriggerLabel => ({
  label: user ? `Account of ${user.username}` : 'Account',
  text: user?.username ?? '',
  icon: 'user',
});

/** The last button of the bottom bar leads to everything else. */
export const moreLabel = (isCurrent: boolean): TriggerLabel => ({
  label: 'More',
  text: 'More',
  icon: 'more',
  isCurrent,
});

export function TriggerContent({ trigger }: { trigger: TriggerLabel }) {
  return (
    <>
      <span className={styles.icon}>
        <Icon name={trigger.icon} />
      </span>
      <span className={styles.label}>{trigger.text}</span>
    </>
  );
}

/** A menu's button until it is pressed. */
export const menuFace = (trigger: TriggerLabel): Face => ({
  label: trigger.label,
  className: triggerClass,
  isCurrent: trigger.isCurrent,
  content: <TriggerContent trigger={trigger} />,
});
