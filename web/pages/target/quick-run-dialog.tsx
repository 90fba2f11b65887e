import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { ApiError } from '#shared/contract/client.ts';
import type { TaskDefinition } from '#shared/domain/runs/task-catalogue.ts';
import { Dialog, DialogForm } from '../../components/dialog.tsx';
import { SelectField } from '../../components/field.tsx';
import { ErrorNotice } from '../../components/notice.tsx';
import { KeepSimulatedField } from '../../components/runs/keep-simulated-field.tsx';
import { LockNotice } from '../../components/runs/lock-notice.tsx';
import { ParameterInputs } from '../../components/runs/parameter-inputs.tsx';
import { api } from '../../lib/api/api.ts';
import { projectKey } from '../../lib/api/queries.ts';
import type { TargetKind } from '../../lib/api/wire.ts';
import { type Entered, readParameters, refusedAt, valueFields } from '../../lib/flows/parameters.ts';
import { lockQuery } from '../../lib/runs/queries.ts';

interface QuickRunProps {
  chipId: string;
  kind: TargetKind;
  target: string;
  tasks: readonly TaskDefinition[];
  onClose: () => void;
}

/** One task on one qubit or coupling, with other parameters where they are entered; leads to the run. */
export function QuickRunDialog({ tasks, ...props }: QuickRunProps) {
  const [name, setName] = useState(tasks[0]?.name);
  const task = tasks.find((one) => one.name === name) ?? tasks[0];
  if (!task) return null;
  return (
    <Dialog title={`Run ${task.name} on ${props.target}?`} description={task.description} open onClose={props.onClose}>
      <QuickRunForm key={task.name} {...props} task={task}>
        {tasks.length > 1 && (
          <SelectField label="Task" value={task.name} onChange={(event) => setName(event.target.value)}>
            {tasks.map((one) => (
              <option key={one.name} value={one.name}>
                {one.name}
              </option>
            ))}
          </SelectField>
        )}
      </QuickRunForm>
    </Dialog>
  );
}

function QuickRunForm(props: Omit<QuickRunProps, 'tasks'> & { task: TaskDefinition; children: React.ReactNode }) {
  const { chipId, kind, target, task } = props;
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const [entered, setEntered] = useState<Entered>({});
  const [advanced, setAdvanced] = useState('');
  const [keepsValues, setKeepsValues] = useState(false);
  const [isChanged, setChanged] = useState(false);
  const holder = useQuery(lockQuery()).data?.holder;
  const fields = valueFields(
    Object.fromEntries(
      Object.entries(task.runParameters).map(([name, { value, unit, valueType, description }]) => [
        name,
        { value, unit, value_type: valueType, description },
      ]),
    ),
  );
  const read = readParameters(fields, entered, advanced);
  const start = useMutation({
    mutationFn: (overrides: Record<string, unknown>) =>
      api.queueTask({
        body: {
          task_name: task.name,
          chip_id: chipId,
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
      <KeepSimulatedField chipId={chipId} checked={keepsValues} onChange={setKeepsValues} />
      <LockNotice meanwhile="You can queue this run." />
      {!refused.isAll && <ErrorNotice error={start.error} />}
    </DialogForm>
  );
}
