import { progressText, type RunProgress } from '../lib/progress.ts';
import { BarParts } from './bar-parts.tsx';
import styles from './run-progress.module.css';

/** The tasks of a run by status as a short bar, followed by the number of failures. */
export function TaskBar({ progress, isOver }: { progress: RunProgress; isOver: boolean }) {
  const failed = progress.parts.find(({ status }) => status === 'failed')?.count ?? 0;
  return (
    <span className={styles.short}>
      <span className={styles.shortBar} role="img" aria-label={progressText(progress, isOver)}>
        <BarParts progress={progress} />
      </span>
      {failed > 0 && <span className={styles.failed}>{failed} failed</span>}
    </span>
  );
}
