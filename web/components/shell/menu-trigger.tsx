import type { Project, User } from '../../lib/api/wire.ts';
import { classNames } from '../../lib/look/class-names.ts';
import { Icon, type IconName } from '../icon.tsx';
import styles from './menu.module.css';

export interface TriggerLabel {
  label: string;
  text: string;
  icon: IconName | undefined;
}

/** The project menu's button names the project of the moment. */
export function projectLabel(projects: readonly Project[], current: string | undefined): TriggerLabel {
  const name = projects.find((project) => project.project_id === current)?.name ?? 'No project';
  return { label: `Project: ${name}`, text: name, icon: undefined };
}

/** The account menu's button names the person. */
export const profileLabel = (user: User | undefined): TriggerLabel => ({
  label: user ? `Account of ${user.username}` : 'Account',
  text: user?.username ?? '',
  icon: 'user',
});

export function TriggerContent({ trigger }: { trigger: TriggerLabel }) {
  return (
    <>
      {trigger.icon && <Icon name={trigger.icon} />}
      <span className={classNames(styles.name, trigger.icon && styles.hideNarrow)}>{trigger.text}</span>
      <Icon name="down" size={14} />
    </>
  );
}

/** A menu's button before the menu has been loaded. */
export function MenuTriggerPlaceholder({ trigger }: { trigger: TriggerLabel }) {
  return (
    <button type="button" className={styles.trigger} aria-label={trigger.label} disabled>
      <TriggerContent trigger={trigger} />
    </button>
  );
}
