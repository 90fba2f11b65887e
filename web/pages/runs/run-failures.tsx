import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { isEnded } from '#shared/domain/runs/statuses.ts';
import { FigureThumbnail } from '../../components/figures/figure-thumbnail.tsx';
import { Card } from '../../components/page.tsx';
import type { Run, RunTask } from '../../lib/api/wire.ts';
import { type FailureGroup, failuresByReason } from '../../lib/runs/failures.ts';
import { runResultsQuery } from '../../lib/runs/queries.ts';
import { taskTargetLabel } from '../../lib/runs/task-target.ts';
import styles from './run-failures.module.css';

/** Figures that are shown, over all reasons. */
const mostFigures = 12;

/**
 * What failed, by reason, each with the figures beside each other. While the run goes on it is a line of one height, so that a
 * failure moves nothing.
 */
export function RunFailures({ run, tasks }: { run: Run; tasks: readonly RunTask[] }) {
  const groups = failuresByReason(tasks);
  const count = groups.reduce((sum, group) => sum + group.tasks.length, 0);
  if (!isEnded(run.status)) return <FailureLine groups={groups} />;
  if (count === 0) return null;
  return (
    <Card title="Failed" note={count}>
      <ul className={styles.groups}>
        {withRoom(groups).map(({ group, room }) => (
          <Failures key={group.reason} run={run} group={group} room={room} ended={count} />
        ))}
      </ul>
    </Card>
  );
}

function FailureLine({ groups }: { groups: readonly FailureGroup<RunTask>[] }) {
  const said = groups.map(({ reason, tasks }) => `${reason} ${tasks.length}`).join(', ');
  return <p className={styles.line}>{said === '' ? 'No failures so far' : `Failed: ${said}`}</p>;
}

/** How many figures each reason shows: each its first, then as many as there is room for. */
function withRoom(groups: readonly FailureGroup<RunTask>[]) {
  let left = Math.max(0, mostFigures - groups.length);
  return groups.map((group, index) => {
    const more = Math.min(left, group.tasks.length - 1);
    left -= more;
    return { group, room: index < mostFigures ? 1 + more : 0 };
  });
}

function Failures(props: { run: Run; group: FailureGroup<RunTask>; room: number; ended: number }) {
  const { run, group, room, ended } = props;
  const results = useQuery(runResultsQuery(run.execution_id, { task_status: 'failed' }, ended));
  const figures = new Map(results.data?.map((task) => [task.task_id, task.figure_path?.[0]]));
  const shown = group.tasks.slice(0, room);
  const others = group.tasks.slice(room);
  return (
    <li>
      <h3>
        {group.reason} <span className={styles.count}>{group.tasks.length}</span>
      </h3>
      {shown.length > 0 && (
        <ul className={styles.figures}>
          {shown.map((task) => (
            <li key={task.task_id}>
              <Link to="/tasks/$taskId" params={{ taskId: task.task_id }} title={task.message}>
                <FigureThumbnail path={figures.get(task.task_id)} />
                {task.name} {taskTargetLabel(task.qid)}
              </Link>
            </li>
          ))}
        </ul>
      )}
      {others.length > 0 && (
        <p className={styles.others}>
          {others.map((task) => (
            <Link key={task.task_id} to="/tasks/$taskId" params={{ taskId: task.task_id }}>
              {task.name} {taskTargetLabel(task.qid)}
            </Link>
          ))}
        </p>
      )}
    </li>
  );
}
