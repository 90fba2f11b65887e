import { plural } from '../../lib/format/words.ts';
import { useThrottledValue } from '../../lib/hooks/use-throttled-value.ts';
import { percentOf, progressText, type RunProgress, shownCounts } from '../../lib/runs/progress.ts';
import { formatTimeLeft } from '../../lib/runs/time-left.ts';
import { TaskStatusMark } from '../status.tsx';
import styles from './run-progress.module.css';
import look from './task-look.module.css';

/** How often progress is said aloud at most. */
const announceMilliseconds = 10_000;

/**
 * How far a run is: a share, a bar of its tasks by status, and the counts in words; counts alone where the run does
 * not say how many tasks it has. Everything has its place from the start, so that nothing moves while it goes on.
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
    [progressText(progress), rest].filter(Boolean).join(', '),
    announceMilliseconds,
  );
  return (
    <div className={styles.progress}>
      {progress.isPlanned ? <Share progress={progress} rest={rest} /> : <p>{plural(progress.done, 'task')} done</p>}
      <ul className={styles.counts} aria-label="Tasks by status">
        {(isActive ? shownCounts(progress) : progress.parts).map(({ status, count }) => (
          <li key={status}>
            <TaskStatusMark status={status} /> <span className={styles.count}>{count}</span>
          </li>
        ))}
        {(isActive || progress.notStarted > 0) && progress.isPlanned && (
          <li>
            <span className={styles.count}>{progress.notStarted}</span> to come
          </li>
        )}
      </ul>
      {isActive && (
        <p className="visually-hidden" role="status">
          {accessibleText}
        </p>
      )}
    </div>
  );
}

function Share({ progress, rest }: { progress: RunProgress; rest: string }) {
  const percent = percentOf(progress);
  return (
    <>
      <div className={styles.head}>
        <span className={styles.share}>{percent} %</span>
        <span className={styles.rest}>
          {progress.done} of {progress.total} tasks
        </span>
        <span className={styles.rest}>{rest}</span>
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
        {progress.notStarted > 0 && <span style={{ flexGrow: progress.notStarted, flexBasis: 0 }} />}
      </div>
    </>
  );
}
