import type { Project, User } from '../../lib/api/wire.ts';
import { classNames } from '../../lib/look/class-names.ts';
import { Icon, type IconName } from '../icon.tsx';
import styles from './menu.module.css';

export interface TriggerFace {
  label: string;
  text: string;
  icon: IconName | undefined;
}

/** The project menu's button names the project of the moment. */
export function projectFace(projects: readonly Project[], current: string | undefined): TriggerFace {
  const name = projects.find((project) => project.project_id === current)?.name ?? 'No project';
  return { label: `Project: ${name}`, text: name, icon: undefined };
}

/** The account menu's button names the person. */
export const profileFace = (user: User | undefined): TriggerFace => ({
  label: user ? `Account of ${user.username}` : 'Account',
  text: user?.username ?? '',
  icon: 'user',
});

export function TriggerContent({ face }: { face: TriggerFace }) {
  return (
    <>
      {face.icon && <Icon name={face.icon} />}
      <span className={classNames(styles.name, face.icon && styles.hideNarrow)}>{face.text}</span>
      <Icon name="down" size={14} />
    </>
  );
}

/** A menu's button before the menu has been loaded. */
export function MenuTriggerFace({ face }: { face: TriggerFace }) {
  return (
    <button type="button" className={styles.trigger} aria-label={face.label} disabled>
      <TriggerContent face={face} />
    </button>
  );
}
