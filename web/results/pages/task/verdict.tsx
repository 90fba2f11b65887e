import { Link } from '@tanstack/react-router';
import { visibleText } from '#shared/kernel/rules/visible-text.ts';
import { formatSignificant } from '#shared/values/rules/cell/quantity.ts';
import { taskMessage } from '../../../runs/lib/task-message.ts';
import { Notice } from '../../../ui/components/notice.tsx';
import { TaskStatusMark } from '../../../ui/components/status.tsx';
import type { TaskDetail } from '../../../ui/lib/api/wire.ts';
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
