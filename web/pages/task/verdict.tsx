import { Link } from '@tanstack/react-router';
import { formatSignificant } from '#shared/domain/metrics/cell/quantity.ts';
import { visibleText } from '#shared/domain/visible-text.ts';
import { Notice } from '../../components/notice.tsx';
import { TaskStatusMark } from '../../components/status.tsx';
import type { TaskDetail } from '../../lib/api/wire.ts';
import { taskMessage } from '../../lib/runs/task-message.ts';
import styles from './task.module.css';

/** A longer text is a report, not a verdict. */
const longestSentence = 120;

/** How a task ended, in one line; what does not fit into one is beneath. */
export function Verdict({ task }: { task: TaskDetail }) {
  const { task_name: name, status, stack_trace: trace, r2 } = task;
  const message = taskMessage(task);
  const isSentence = message !== '' && message.length <= longestSentence && !message.includes('\n');
  return (
    <>
      <p className={styles.verdict}>
        <TaskStatusMark status={status} />
        {isSentence && <span className={styles.message}>{visibleText(message)}</span>}
        {r2 !== null && !(isSentence && message.includes('R²')) && <span>R² {formatSignificant(r2, 3)}</span>}
        <Link to="/task-knowledge/$taskName" params={{ taskName: name }}>
          About {name}
        </Link>
      </p>
      {message !== '' && !isSentence && (
        <Notice tone={status === 'failed' ? 'bad' : status === 'completed' ? 'good' : 'warn'}>
          <span className={styles.message}>{visibleText(message)}</span>
        </Notice>
      )}
      {trace && (
        <details>
          <summary>Stack trace</summary>
          <pre className={styles.trace}>{trace}</pre>
        </details>
      )}
    </>
  );
}
