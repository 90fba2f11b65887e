import { useQueries } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { FigureThumbnail } from '../../results/components/figures/figure-thumbnail.tsx';
import { runResultsQuery } from '../lib/queries.ts';
import { taskTargetLabel } from '../lib/task-target.ts';
import styles from './failure-figures.module.css';

/** A task that failed, as its figure is shown. */
export interface FailedFigure {
  task_id: string;
  execution_id: string;
  name: string;
  qid: string;
  message: string;
}

/** The figures of failed tasks side by side, each with a link to its task; their space is reserved before they load. */
export function FailureFigures({ tasks, ended = 0 }: { tasks: readonly FailedFigure[]; ended?: number }) {
  const runs = [...new Set(tasks.map(({ execution_id: id }) => id))];
  const results = useQueries({
    queries: runs.map((id) => runResultsQuery(id, { task_status: 'failed' }, ended)),
  });
  const figures = new Map(
    results.flatMap(({ data = [] }) => data.map((task) => [task.task_id, task.figure_path?.[0]] as const)),
  );
  return (
    <ul className={styles.figures}>
      {tasks.map((task) => (
        <li key={task.task_id}>
          <Link to="/tasks/$taskId" params={{ taskId: task.task_id }} title={task.message}>
            <FigureThumbnail path={figures.get(task.task_id)} />
            {task.name} {taskTargetLabel(task.qid)}
          </Link>
        </li>
      ))}
    </ul>
  );
}
