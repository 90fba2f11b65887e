import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { FigureImage } from '../../../results/components/figures/figure-viewer.tsx';
import { taskQuery } from '../../../runs/lib/task-queries.ts';
import { Card } from '../../../ui/components/page.tsx';
import { LoadFailure } from '../../../ui/components/pending.tsx';
import styles from './target-page.module.css';

/** The figure of the result that gave the current value; its room is there before it. */
export function LatestResult({ taskId, label }: { taskId: string; label: string }) {
  const { data: task, error } = useQuery(taskQuery(taskId));
  const path = task?.figure_path[0];
  return (
    <Card
      title="Latest result"
      note={
        <Link to="/tasks/$taskId" params={{ taskId }}>
          {task?.task_name ?? 'Open'}
        </Link>
      }
    >
      <div className={styles.figure}>
        {path !== undefined && <FigureImage path={path} label={`${task?.task_name}: figure of the ${label}`} />}
        {task && path === undefined && <p>This result has no figure</p>}
        {!task && error && <LoadFailure error={error} />}
      </div>
    </Card>
  );
}
