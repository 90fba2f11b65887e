import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { ApiError } from '#shared/contract/client.ts';
import { Dialog, DialogForm } from '../../components/dialog.tsx';
import { SelectField } from '../../components/field.tsx';
import { ErrorNotice } from '../../components/notice.tsx';
import { KeepSimulatedField } from '../../components/runs/keep-simulated-field.tsx';
import { LockNotice } from '../../components/runs/lock-notice.tsx';
import { ParameterInputs } from '../../components/runs/parameter-inputs.tsx';
import { WorkerNotice } from '../../components/workers/worker-notice.tsx';
import { api } from '../../lib/api/api.ts';
import { projectKey } from '../../lib/api/queries.ts';
import type { TargetKind } from '../../lib/api/wire.ts';
import { type Entered, readParameters, refusedAt } from '../../lib/flows/parameters.ts';
import { holderInTheWay } from '../../lib/runs/lock.ts';
import type { OfferedTask } from '../../lib/runs/offered-tasks.ts';
import { lockQuery } from '../../lib/runs/queries.ts';

interface QuickRunProps {
  chipId: string;
  kind: TargetKind;
  target: string;
  tasks: readonly OfferedTask[];
  onClose: () => void;
}

/** One task on one qubit or coupling, with other parameters where they are entered; leads to the run. */
export function QuickRunDialog({ tasks, ...props }: QuickRunProps) {
  const [chosen, setChosen] = useState('');
  const task = tasks.find((one) => keyOf(one) === chosen) ?? tasks[0];
  if (!task) return null;
  return (
    <Dialog title={`Run ${task.title} on ${props.target}?`} description={task.description} open onClose={props.onClose}>
      <QuickRunForm key={keyOf(task)} {...props} task={task}>
        {tasks.length > 1 && (
          <SelectField label="Task" value={keyOf(task)} onChange={(event) => setChosen(event.target.value)}>
            {tasks.map((one) => (
              <option key={keyOf(one)} value={keyOf(one)}>
                {one.isSimulated ? one.title : `${one.title} (${one.backend})`}
              </option>
            ))}
          </SelectField>
        )}
      </QuickRunForm>
    </Dialog>
  );
}

const keyOf = ({ name, backend }: OfferedTask): string => `${backend} ${name}`;

function QuickRunForm(props: Omit<QuickRunProps, 'tasks'> & { task: OfferedTask; children: React.ReactNode }) {
  const { chipId, kind, target, task } = props;
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const [entered, setEntered] = useState<Entered>({});
  const [advanced, setAdvanced] = useState('');
  const [keepsValues, setKeepsValues] = useState(false);
  const [isChanged, setChanged] = useState(false);
  const holder = holderInTheWay(useQuery(lockQuery()).data, chipId);
  const { fields, backend } = task;
  const read = readParameters(fields, entered, advanced);
  const start = useMutation({
    mutationFn: (overrides: Record<string, unknown>) =>
      api.queueTask({
        body: {
          task_name: task.name,
          chip_id: chipId,
          backend,
          parameters: {
            ...overrides,
            ...(keepsValues && { simulated_values: 'keep' }),
            ...(kind === 'qubit' ? { qids: [target] } : { coupling_ids: [target] }),
          },
        },
      }),
    onMutate: () => setChanged(false),
    onSuccess: async ({ execution_id: started, behind }) => {
      await queryClient.invalidateQueries({ queryKey: projectKey() });
      props.onClose();
      const executionId = started ?? behind;
      if (executionId !== null) await navigate({ to: '/execution/$executionId', params: { executionId } });
    },
  });
  const refused = refusedAt(fields, start.error instanceof ApiError && !isChanged ? start.error.errors : []);
  return (
    <DialogForm
      action={holder ? 'Queue the run' : 'Start the run'}
      busy={start.isPending}
      disabled={!read.ok}
      onCancel={props.onClose}
      onSubmit={() => read.ok && start.mutate(read.parameters)}
    >
      {props.children}
      <ParameterInputs
        fields={fields}
        entered={entered}
        advanced={advanced}
        problems={read.ok ? refused.problems : read.problems}
        onEnter={(name, value) => {
          setEntered({ ...entered, [name]: value });
          setChanged(true);
        }}
        onAdvanced={setAdvanced}
      />
      {task.isSimulated ? (
        <KeepSimulatedField chipId={chipId} checked={keepsValues} onChange={setKeepsValues} />
      ) : (
        <WorkerNotice parameters={{ backend }} />
      )}
      <LockNotice chipId={chipId} meanwhile="You can queue this run." />
      {!refused.isAll && <ErrorNotice error={start.error} />}
    </DialogForm>
  );
}
