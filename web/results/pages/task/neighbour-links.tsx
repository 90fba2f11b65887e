import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { neighboursOf } from '../../../runs/lib/neighbours.ts';
import { runQuery } from '../../../runs/lib/queries.ts';
import { taskTargetLabel } from '../../../runs/lib/task-target.ts';
import { buttonClass } from '../../../ui/components/button.tsx';
import type { RunTask, TaskDetail } from '../../../ui/lib/api/wire.ts';

/** Leads to the same task on the targets before and after, and back to the run. */
export function NeighbourLinks({ task }: { task: TaskDetail }) {
  const run = useQuery(runQuery(task.execution_id));
  const found = run.data && neighboursOf(run.data.task, task.task_id);
  if (!found) return null;
  return (
    <>
      <Neighbour task={found.previous} word="Previous" shortcut="k" />
      <Neighbour task={found.next} word="Next" shortcut="j" />
    </>
  );
}

function Neighbour(props: { task: RunTask | undefined; word: string; shortcut: string }) {
  const { task, word, shortcut } = props;
  if (!task) return null;
  return (
    <Link to="/tasks/$taskId" params={{ taskId: task.task_id }} className={buttonClass()} aria-keyshortcuts={shortcut}>
      {word}: {taskTargetLabel(task.qid)}
    </Link>
  );
}
