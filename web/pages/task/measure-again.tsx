import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { isOpen } from '#shared/domain/runs/statuses.ts';
import { Button } from '../../components/button.tsx';
import { type Column, DataTable } from '../../components/data-table.tsx';
import { Dialog, DialogForm } from '../../components/dialog.tsx';
import { CheckField } from '../../components/field.tsx';
import { Moment } from '../../components/moment.tsx';
import { ErrorNotice } from '../../components/notice.tsx';
import { Card } from '../../components/page.tsx';
import { LockNotice } from '../../components/runs/lock-notice.tsx';
import { ParameterInputs } from '../../components/runs/parameter-inputs.tsx';
import { TaskStatusMark } from '../../components/status.tsx';
import { api } from '../../lib/api.ts';
import { type Entered, parameterFields, readParameters } from '../../lib/flows/parameters.ts';
import { projectKey, useReadOnlyReason } from '../../lib/queries.ts';
import { taskTargetLabel } from '../../lib/runs/task-target.ts';
import type { TaskDetail } from '../../lib/wire.ts';

/** Runs one task again on its target, with other run parameters where they are entered. */
export function MeasureAgain({ task }: { task: TaskDetail }) {
  const [open, setOpen] = useState(false);
  const readOnly = useReadOnlyReason();
  const close = () => setOpen(false);
  return (
    <>
      <Button
        disabledReason={readOnly ?? (isOpen(task.status) ? 'This task has not ended yet' : undefined)}
        onClick={() => setOpen(true)}
      >
        Measure again…
      </Button>
      <Dialog
        title={`Run ${task.task_name} on ${taskTargetLabel(task.qid)} again?`}
        description="As a run of its own, with the run parameters of then and what you change of them."
        open={open}
        onClose={close}
        wide
      >
        <AgainForm task={task} onClose={close} />
      </Dialog>
    </>
  );
}

function AgainForm({ task, onClose }: { task: TaskDetail; onClose: () => void }) {
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const values = Object.fromEntries(Object.entries(task.run_parameters).map(([name, one]) => [name, one.value]));
  const fields = parameterFields(values);
  const [entered, setEntered] = useState<Entered>({});
  const [advanced, setAdvanced] = useState('');
  const [isCurrent, setIsCurrent] = useState(true);
  const read = readParameters(fields, entered, advanced);
  const start = useMutation({
    mutationFn: (run: Record<string, unknown>) =>
      api.reExecuteTaskResult({
        params: { task_id: task.task_id },
        body: { parameter_overrides: { run, input: {} }, update_params: isCurrent },
      }),
    onSuccess: async ({ execution_id: executionId }) => {
      await queryClient.invalidateQueries({ queryKey: projectKey() });
      onClose();
      await navigate({ to: '/execution/$executionId', params: { executionId } });
    },
  });
  return (
    <DialogForm
      action="Measure again"
      busy={start.isPending}
      disabled={!read.ok}
      onCancel={onClose}
      onSubmit={() => read.ok && start.mutate(read.parameters)}
    >
      <ParameterInputs
        fields={fields}
        entered={entered}
        advanced={advanced}
        problems={read.ok ? [] : read.problems}
        onEnter={(name, value) => setEntered({ ...entered, [name]: value })}
        onAdvanced={setAdvanced}
      />
      <CheckField
        label="What it measures becomes the current value"
        checked={isCurrent}
        onChange={(event) => setIsCurrent(event.target.checked)}
      />
      <LockNotice />
      <ErrorNotice error={start.error} />
    </DialogForm>
  );
}

type Repeat = TaskDetail['re_executions'][number];

const columns: Column<Repeat>[] = [
  {
    id: 'run',
    title: 'Execution',
    cell: (row) => (
      <Link to="/tasks/$taskId" params={{ taskId: row.task_id }}>
        {row.execution_id}
      </Link>
    ),
  },
  { id: 'status', title: 'Status', cell: (row) => <TaskStatusMark status={row.status} /> },
  { id: 'start', title: 'Start', cell: (row) => <Moment at={row.start_at} /> },
];

/** The results that repeat this one; nothing where there are none. */
export function Repeats({ task }: { task: TaskDetail }) {
  if (task.re_executions.length === 0) return null;
  return (
    <Card title="Measured again">
      <DataTable
        bare
        label="Results that repeat this one"
        columns={columns}
        rows={task.re_executions}
        rowKey={(row) => row.task_id}
      />
    </Card>
  );
}
