import type { ThreadStatus as StatusWord } from '#shared/domain/threads/status.ts';
import { statusWords } from '../../lib/discussions/words.ts';
import { classNames } from '../../lib/look/class-names.ts';
import { Icon, type IconName } from '../icon.tsx';
import styles from '../status.module.css';

const variants: Record<StatusWord, { tone: 'good' | 'warn' | 'neutral'; icon: IconName }> = {
  open: { tone: 'neutral', icon: 'ring' },
  investigating: { tone: 'neutral', icon: 'find' },
  identified: { tone: 'warn', icon: 'alert' },
  resolved: { tone: 'good', icon: 'check' },
};

/** The status of a discussion, by icon and word. */
export function ThreadStatus({ status }: { status: StatusWord }) {
  const { tone, icon } = variants[status];
  return (
    <span className={classNames(styles.status, styles[tone])}>
      <Icon name={icon} size={14} />
      {statusWords[status]}
    </span>
  );
}
