import type { ThreadStatus as StatusWord } from '#shared/discussions/rules/status.ts';
import { Icon, type IconName } from '../../ui/components/icon.tsx';
import styles from '../../ui/components/status.module.css';
import { classNames } from '../../values/lib/look/class-names.ts';
import { statusWords } from '../lib/words.ts';

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
