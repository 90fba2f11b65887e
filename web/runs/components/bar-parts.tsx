import type { RunProgress } from '../lib/progress.ts';
import styles from './run-progress.module.css';
import look from './task-look.module.css';

/** The parts of a bar of tasks, each as wide as its status has tasks. */
export function BarParts({ progress }: { progress: RunProgress }) {
  return (
    <>
      {progress.parts.map(({ status, count }) => (
        <span
          key={status}
          className={`${look.look} ${styles.part}`}
          data-status={status}
          style={{ flexGrow: count, flexBasis: 0 }}
        />
      ))}
      {progress.notStarted > 0 && <span style={{ flexGrow: progress.notStarted, flexBasis: 0 }} />}
    </>
  );
}
