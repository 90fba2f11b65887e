import { progressText, type RunProgress } from '../../lib/runs/progress.ts';
import styles from './run-progress.module.css';
import look from './task-look.module.css';

/** The tasks of a run by status as a short bar, with the failures counted beside it. */
export function TaskBar({ progress }: { progress: RunProgress }) {
  const failed = progress.parts.find(({ status }) => status === 'failed')?.count ?? 0;
  return (
    <span className={styles.short}>
      <span className={styles.shortBar} role="img" aria-label={progressText(progress)}>
        {progress.parts.map(({ status, count }) => (
          <span
            key={status}
            className={`${look.look} ${styles.part}`}
            data-status={status}
            style={{ flexGrow: count, flexBasis: 0 }}
          />
        ))}
        {progress.notStarted > 0 && <span style={{ flexGrow: progress.notStarted, flexBasis: 0 }} />}
      </span>
      {failed > 0 && <span className={styles.failed}>{failed} failed</span>}
    </span>
  );
}
