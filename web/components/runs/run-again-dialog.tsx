import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { api } from '../../lib/api.ts';
import { type Entered, parameterFields, readParameters } from '../../lib/flows/parameters.ts';
import { projectKey } from '../../lib/queries.ts';
import type { Run } from '../../lib/wire.ts';
import { Dialog, DialogForm } from '../dialog.tsx';
import { CheckField } from '../field.tsx';
import { ErrorNotice } from '../notice.tsx';
import { WorkerNotice } from '../workers/worker-notice.tsx';
import { LockNotice } from './lock-notice.tsx';
import { ParameterInputs } from './parameter-inputs.tsx';

/** Runs a flow again as an execution ran it, with other parameters where they are entered; leads to the new run. */
export function RunAgainDialog({ run, open, onClose }: { run: Run; open: boolean; onClose: () => void }) {
  return (
    <Dialog
      title={`Run ${run.execution_id} again?`}
      description={`${run.flow_name} on ${run.chip_id}, with the parameters of then and what you change of them.`}
      open={open}
      onClose={onClose}
      wide
    >
      <RunAgainForm run={run} onClose={onClose} />
    </Dialog>
  );
}

function RunAgainForm({ run, onClose }: { run: Run; onClose: () => void }) {
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const fields = parameterFields(run.parameters);
  const [entered, setEntered] = useState<Entered>({});
  const [advanced, setAdvanced] = useState('');
  const [isCurrent, setIsCurrent] = useState(false);
  const read = readParameters(fields, entered, advanced);
  const start = useMutation({
    mutationFn: (overrides: Record<string, unknown>) =>
      api.reExecuteFromSnapshot({
        params: { execution_id: run.execution_id },
        body: { parameter_overrides: overrides, from_snapshot_version: !isCurrent },
      }),
    onSuccess: async ({ execution_id: executionId }) => {
      await queryClient.invalidateQueries({ queryKey: projectKey() });
      onClose();
      await navigate({ to: '/execution/$executionId', params: { executionId } });
    },
  });
  return (
    <DialogForm
      action="Run it again"
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
        label={`The flow as it is now, instead of version ${run.flow_version}`}
        checked={isCurrent}
        onChange={(event) => setIsCurrent(event.target.checked)}
      />
      {run.runner === 'worker' && <WorkerNotice parameters={{ ...run.parameters, ...(read.ok && read.parameters) }} />}
      <LockNotice />
      <ErrorNotice error={start.error} />
    </DialogForm>
  );
}
