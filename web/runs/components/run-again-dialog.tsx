import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { taskCountQuery } from '../../flows/lib/flows-with-tasks.ts';
import { type ParameterField, parameterFields, taskFields } from '../../flows/lib/parameters.ts';
import { flowVersionQuery } from '../../flows/lib/queries.ts';
import { Dialog } from '../../ui/components/dialog.tsx';
import { api } from '../../ui/lib/api/api.ts';
import type { Run } from '../../ui/lib/api/wire.ts';
import { WorkerNotice } from '../../workers/components/worker-notice.tsx';
import { standardUnitOf } from '../lib/standard-parameters.ts';
import { KeepSimulatedField } from './keep-simulated-field.tsx';
import { ReExecuteForm } from './re-execute-form.tsx';

/** Runs a flow again as an execution ran it, with other parameters where they are entered; leads to the new run. */
export function RunAgainDialog({ run, open, onClose }: { run: Run; open: boolean; onClose: () => void }) {
  const [keepsValues, setKeepsValues] = useState(false);
  const fields = parameterFields(run.parameters, standardUnitOf(run.runner));
  const ofTasks = useTaskFields(run, fields, open);
  return (
    <Dialog
      title={`Run ${run.execution_id} again?`}
      description={`Starts ${run.flow_name} on ${run.chip_id} with the same parameters and your changes.`}
      open={open}
      onClose={onClose}
      wide
    >
      <ReExecuteForm
        action="Run again"
        chipId={run.chip_id}
        fields={fields}
        taskFields={ofTasks}
        choice={{ label: `Use the current flow instead of version ${run.flow_version}`, initially: false }}
        start={(overrides, isCurrent) =>
          api.reExecuteFromSnapshot({
            params: { execution_id: run.execution_id },
            body: {
              parameter_overrides: { ...overrides, ...(keepsValues && { simulated_values: 'keep' }) },
              from_snapshot_version: !isCurrent,
            },
          })
        }
        notice={(overrides) =>
          run.runner === 'worker' && <WorkerNotice parameters={{ ...run.parameters, ...overrides }} />
        }
        onClose={onClose}
      >
        {run.simulated_values === 'trial' && (
          <KeepSimulatedField chipId={run.chip_id} checked={keepsValues} onChange={setKeepsValues} />
        )}
      </ReExecuteForm>
    </Dialog>
  );
}

/** Fields for what the tasks of the run take and it was not given; empty for a single task, and until they are known. */
function useTaskFields(run: Run, own: readonly ParameterField[], open: boolean): ParameterField[] {
  const { note, recorded_later: isLater } = run;
  const isOfFlow = open && note.task_name === undefined && note.pipeline === undefined && !isLater;
  const flow = useQuery({ ...flowVersionQuery(run.flow_name, run.flow_version), enabled: isOfFlow }).data;
  const asked = { ...(flow ?? noFlow), name: run.flow_name };
  const preview = useQuery({ ...taskCountQuery(asked, run.chip_id, run.parameters), enabled: flow !== undefined });
  return taskFields(preview.data?.run_parameters ?? [], own);
}

const noFlow = { version: 0, runner: 'managed' as const, code: '', default_parameters: {} };
