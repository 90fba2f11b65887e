import { TaskStatusMark } from '../../ui/components/status.tsx';
import { useThrottledValue } from '../../ui/lib/hooks/use-throttled-value.ts';
import { doneText, progressText, type RunProgress, restText, shownCounts } from '../lib/progress.ts';
import { formatTimeLeft } from '../lib/time-left.ts';
import { BarParts } from './bar-parts.tsx';
import styles from './run-progress.module.css';

/** The shortest interval between two announcements of the progress. */
const announceMilliseconds = 10_000;

/**
 * The progress of a run: its tasks by status, and a bar of them. Only completed tasks count as done: a cancelled run is
 * not done, though no task is left. All parts reserve their space from the start, so that nothing moves while it goes
 * on.
 */
export function RunProgressBar({
  progress,
  isActive,
  secondsLeft,
}: {
  progress: RunProgress;
  isActive: boolean;
  /** That it will still take, where that can be said. */
  secondsLeft: number | undefined;
}) {
  const rest = secondsLeft === undefined ? '' : `${formatTimeLeft(secondsLeft)} left`;
  const accessibleText = useThrottledValue(
    [progressText(progress, !isActive), rest].filter(Boolean).join(', '),
    announceMilliseconds,
  );
  return (
    <div className={styles.progress}>
      <ul className={styles.counts} data-active={isActive || undefined} aria-label="Tasks by status">
        {(isActive ? shownCounts(progress) : progress.parts).map(({ status, count }) => (
          <li key={status} data-status={status}>
            <span className={styles.count}>{count}</span> <TaskStatusMark status={status} />
          </li>
        ))}
        {(isActive || progress.notStarted > 0) && progress.isPlanned && (
          <li>
            <span className={styles.count}>{progress.notStarted}</span> {restText(!isActive)}
          </li>
        )}
      </ul>
      {progress.isPlanned && <Bar progress={progress} isOver={!isActive} />}
      <div className={styles.head}>
        <span>{doneText(progress)}</span>
        <span>{rest}</span>
      </div>
      {isActive && (
        <p className="visually-hidden" role="status">
          {accessibleText}
        </p>
      )}
    </div>
  );
}

function Bar({ progress, isOver }: { progress: RunProgress; isOver: boolean }) {
  return (
    <div
      className={styles.bar}
      role="progressbar"
      aria-label="Progress"
      aria-valuemin={0}
      aria-valuemax={progress.total}
      aria-valuenow={progress.completed}
      aria-valuetext={progressText(progress, isOver)}
    >
      <BarParts progress={progress} />
    </div>
  );
}
