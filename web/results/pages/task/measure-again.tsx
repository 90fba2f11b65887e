import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';
import { isOpen } from '#shared/runs/rules/statuses.ts';
import { runQuery } from '../../../runs/lib/queries.ts';
import { taskTargetLabel } from '../../../runs/lib/task-target.ts';
import { Button } from '../../../ui/components/button.tsx';
import { type Column, DataTable } from '../../../ui/components/data-table.tsx';
import { Dialog } from '../../../ui/components/dialog.tsx';
import { Card } from '../../../ui/components/page.tsx';
import { RelativeTime } from '../../../ui/components/relative-time.tsx';
import { TaskStatusMark } from '../../../ui/components/status.tsx';
import { useReadOnlyReason } from '../../../ui/lib/api/queries.ts';
import type { Run, TaskDetail } from '../../../ui/lib/api/wire.ts';
import { actionKeys } from '../../../ui/lib/keys/keys.ts';

const MeasureAgainForm = lazy(() =>
  import('./measure-again-form.tsx').then((module) => ({ default: module.MeasureAgainForm })),
);

/** Why a task cannot be run again by itself; a worker runs whole flows only. */
function cannotReExecute({ status }: TaskDetail, run: Run | undefined): string | undefined {
  if (run?.runner === 'worker') return `A worker measured this. Run ${run.flow_name} again from its run`;
  return isOpen(status) ? 'This task has not ended yet' : undefined;
}

/** Runs one task again on its target, with other values where they are entered. */
export function MeasureAgain({ task }: { task: TaskDetail }) {
  const [open, setOpen] = useState(false);
  const readOnly = useReadOnlyReason();
  const run = useQuery(runQuery(task.execution_id));
  const close = () => setOpen(false);
  return (
    <>
      <Button
        variant="primary"
        aria-keyshortcuts={actionKeys.measure}
        disabled={run.isPending}
        disabledReason={readOnly ?? cannotReExecute(task, run.data)}
        onClick={() => setOpen(true)}
      >
        Measure again…
      </Button>
      <Dialog
        title={`Run ${task.task_name} on ${taskTargetLabel(task.qid)} again?`}
        description="Starts a new run with these parameters."
        open={open}
        onClose={close}
        wide
      >
        <Suspense>
          <MeasureAgainForm task={task} onClose={close} />
        </Suspense>
      </Dialog>
    </>
  );
}

type Repeat = TaskDetail['re_executions'][number];

const columns: Column<Repeat>[] = [
  {
    id: 'run',
    title: 'Run',
    cell: (row) => (
      <Link to="/tasks/$taskId" params={{ taskId: row.task_id }}>
        {row.execution_id}
      </Link>
    ),
  },
  { id: 'status', title: 'Status', cell: (row) => <TaskStatusMark status={row.status} /> },
  { id: 'start', title: 'Start', cell: (row) => <RelativeTime at={row.start_at} /> },
];

/** The results that repeat this one; hidden if there are none. */
export function ReExecutions({ task }: { task: TaskDetail }) {
  if (task.re_executions.length === 0) return null;
  return (
    <Card title="Measured again">
      <DataTable
        bare
        label="Results measured again from this one"
        columns={columns}
        rows={task.re_executions}
        rowKey={(row) => row.task_id}
      />
    </Card>
  );
}
