import { percentOf, progressText, type RunProgress } from '../../lib/runs/progress.ts';
import { formatDuration } from '../../lib/time.ts';
import { TaskStatusMark } from '../status.tsx';
import styles from './run-progress.module.css';
import look from './task-look.module.css';

/** How far a run is: a share, a bar of its tasks by status, and the counts in words. */
export function RunProgressBar({
  progress,
  remaining,
}: {
  progress: RunProgress;
  /** Seconds that it will still take, where that can be said. */
  remaining?: number | undefined;
}) {
  const percent = percentOf(progress);
  return (
    <div className={styles.progress}>
      <div className={styles.head}>
        <span className={styles.share}>{percent} %</span>
        <span className={styles.rest}>
          {progress.done} of {progress.total} tasks
          {remaining !== undefined && `, about ${formatDuration(remaining)} left`}
        </span>
      </div>
      <div
        className={styles.bar}
        role="progressbar"
        aria-label="Progress"
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={percent}
        aria-valuetext={progressText(progress)}
      >
        {progress.parts.map(({ status, count }) => (
          <span
            key={status}
            className={`${look.look} ${styles.part}`}
            data-status={status}
            style={{ flexGrow: count, flexBasis: 0 }}
          />
        ))}
        {progress.untouched > 0 && <span style={{ flexGrow: progress.untouched, flexBasis: 0 }} />}
      </div>
      <ul className={styles.counts} aria-label="Tasks by status">
        {progress.parts.map(({ status, count }) => (
          <li key={status}>
            <TaskStatusMark status={status} /> {count}
          </li>
        ))}
        {progress.untouched > 0 && <li>{progress.untouched} to come</li>}
      </ul>
    </div>
  );
}
