import { Link } from '@tanstack/react-router';
import { visibleText } from '#shared/kernel/rules/visible-text.ts';
import { isEnded } from '#shared/runs/rules/statuses.ts';
import { Card } from '../../ui/components/page.tsx';
import type { Run, RunTask } from '../../ui/lib/api/wire.ts';
import { FailureFigures } from '../components/failure-figures.tsx';
import { type FailureGroup, failuresByReason, withRoom } from '../lib/failures.ts';
import { taskTargetLabel } from '../lib/task-target.ts';
import styles from './run-failures.module.css';

/** Figures that are shown, over all reasons. */
const mostFigures = 12;

/**
 * The failures by reason, each with its figures side by side. While the run goes on it is a line of constant height, so
 * that a failure moves nothing.
 */
export function RunFailures({ run, tasks }: { run: Run; tasks: readonly RunTask[] }) {
  const groups = failuresByReason(tasks);
  const count = groups.reduce((sum, group) => sum + group.tasks.length, 0);
  if (!isEnded(run.status)) return <FailureLine groups={groups} />;
  if (count === 0) return null;
  return (
    <Card title="Failed" note={count}>
      <ul className={styles.groups}>
        {withRoom(groups, mostFigures).map(({ group, room }) => (
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

function Failures(props: { run: Run; group: FailureGroup<RunTask>; room: number; ended: number }) {
  const { run, group, room } = props;
  const shown = group.tasks.slice(0, room);
  const others = group.tasks.slice(room);
  return (
    <li>
      <h3>
        {visibleText(group.reason)} <span className={styles.count}>{group.tasks.length}</span>
      </h3>
      {shown.length > 0 && (
        <FailureFigures
          tasks={shown.map((task) => ({ ...task, execution_id: run.execution_id }))}
          ended={props.ended}
        />
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
