import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { formatSignificant } from '#shared/values/rules/cell/quantity.ts';
import { lastGood, resultsAround } from '../../../runs/lib/results-over-time.ts';
import { taskHistoryQuery } from '../../../runs/lib/task-queries.ts';
import { taskTargetLabel } from '../../../runs/lib/task-target.ts';
import { Card } from '../../../ui/components/page.tsx';
import { LoadFailure } from '../../../ui/components/pending.tsx';
import { ClockTime, RelativeTime } from '../../../ui/components/relative-time.tsx';
import { ExcludedMark, TaskStatusMark } from '../../../ui/components/status.tsx';
import type { TaskDetail } from '../../../ui/lib/api/wire.ts';
import { FigureThumbnail } from '../../components/figures/figure-thumbnail.tsx';
import { FigureImage } from '../../components/figures/figure-viewer.tsx';
import styles from './task.module.css';

/** Results that are shown side by side. */
const inStrip = 8;

/** The last results of the same task on the same target by their figures, with this one marked. */
export function ResultStrip({ task }: { task: TaskDetail }) {
  const history = useQuery(taskHistoryQuery(task));
  const shown = resultsAround(history.data?.results ?? [], task.task_id, inStrip);
  const label = `Last results of ${task.task_name} on ${taskTargetLabel(task.qid)}`;
  if (!history.data && history.error)
    return (
      <Card title={label}>
        <LoadFailure error={history.error} />
      </Card>
    );
  if (shown.length < 2) return null;
  return (
    <Card title={label}>
      <ul className={styles.strip} aria-label={label}>
        {shown.map((result) => (
          <li key={result.task_id}>
            <Link
              to="/tasks/$taskId"
              params={{ taskId: result.task_id ?? '' }}
              aria-current={result.task_id === task.task_id ? 'page' : undefined}
            >
              <FigureThumbnail path={result.figure_path?.[0]} />
              <span className="visually-hidden">Run {result.execution_id}</span>
            </Link>
            <TaskStatusMark status={result.status} />
            {result.excluded && <ExcludedMark reason={result.excluded_reason} />}
            <span>{result.r2 === undefined ? '' : `R² ${formatSignificant(result.r2, 3)}`}</span>
            {result.end_at && <RelativeTime at={result.end_at} />}
          </li>
        ))}
      </ul>
    </Card>
  );
}

/** Next to a failure, the figure of the last success. */
export function LastGoodFigure({ task }: { task: TaskDetail }) {
  const history = useQuery(taskHistoryQuery(task)).data?.results ?? [];
  const good = task.status === 'failed' ? lastGood(history, task) : undefined;
  const path = good?.figure_path?.[0];
  if (!good?.task_id || path === undefined) return null;
  return (
    <Card title="Last good result" note={good.end_at && <ClockTime at={good.end_at} />}>
      <FigureImage path={path} label={`Last good figure: ${task.task_name} on ${taskTargetLabel(task.qid)}`} />
      <p>
        <Link to="/tasks/$taskId" params={{ taskId: good.task_id }}>
          Run {good.execution_id}
        </Link>
      </p>
    </Card>
  );
}
