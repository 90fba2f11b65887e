import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { isOpen } from '#shared/domain/runs/statuses.ts';
import { Button } from '../../components/button.tsx';
import { type Column, DataTable } from '../../components/data-table.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { CheckField } from '../../components/field.tsx';
import { Card } from '../../components/page.tsx';
import { RelativeTime } from '../../components/relative-time.tsx';
import { ValueInputs } from '../../components/runs/parameter-inputs.tsx';
import { ReExecuteForm } from '../../components/runs/re-execute-form.tsx';
import { TaskStatusMark } from '../../components/status.tsx';
import { api } from '../../lib/api/api.ts';
import { useReadOnlyReason } from '../../lib/api/queries.ts';
import type { Run, TaskDetail } from '../../lib/api/wire.ts';
import { type Entered, otherValueFields, readParameters, valueFields } from '../../lib/flows/parameters.ts';
import { actionKeys } from '../../lib/keys/keys.ts';
import { runQuery } from '../../lib/runs/queries.ts';
import { taskTargetLabel } from '../../lib/runs/task-target.ts';

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
        <MeasureAgainForm task={task} onClose={close} />
      </Dialog>
    </>
  );
}

/** What is changed of its run parameters, and what it is to begin from; the rest is as the chip has it now. */
function MeasureAgainForm({ task, onClose }: { task: TaskDetail; onClose: () => void }) {
  const [entered, setEntered] = useState<Entered>({});
  const [isReconfigured, setIsReconfigured] = useState(false);
  const inputs = otherValueFields(task.input_parameters);
  const read = readParameters(inputs, entered, '');
  return (
    <ReExecuteForm
      action="Measure again"
      fields={valueFields(task.run_parameters)}
      choice={{ label: 'New values become current', initially: task.update_params }}
      start={(run, isCurrent) =>
        api.reExecuteTaskResult({
          params: { task_id: task.task_id },
          body: {
            parameter_overrides: { run, input: read.ok ? read.parameters : {} },
            update_params: isCurrent,
            // The tick is what is asked for on a chip with real values (rule SIM-2).
            ...(isCurrent && { simulated_values: 'keep' as const }),
            reconfigure: isReconfigured,
          },
        })
      }
      disabled={!read.ok}
      onClose={onClose}
    >
      <ValueInputs
        legend="Start from other values"
        fields={inputs}
        entered={entered}
        problems={read.ok ? [] : read.problems}
        onEnter={(name, value) => setEntered({ ...entered, [name]: value })}
      />
      <CheckField
        label="Configure the control electronics first"
        checked={isReconfigured}
        onChange={(event) => setIsReconfigured(event.target.checked)}
      />
    </ReExecuteForm>
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

/** The results that repeat this one; nothing where there are none. */
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
