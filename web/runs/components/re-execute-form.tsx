import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { ApiError } from '#shared/api/client.ts';
import { type Entered, type ParameterField, readParameters, refusedAt } from '../../flows/lib/parameters.ts';
import { DialogForm } from '../../ui/components/dialog.tsx';
import { CheckField } from '../../ui/components/field.tsx';
import { ErrorNotice } from '../../ui/components/notice.tsx';
import { projectKey } from '../../ui/lib/api/queries.ts';
import { holderInTheWay } from '../lib/lock.ts';
import { lockQuery } from '../lib/queries.ts';
import { LockNotice } from './lock-notice.tsx';
import { ParameterInputs } from './parameter-inputs.tsx';

interface ReExecuteFormProps {
  action: string;
  /** The chip that it ran on. */
  chipId: string;
  /** With what it was run. */
  fields: readonly ParameterField[];
  /** What its tasks take besides. */
  taskFields?: readonly ParameterField[];
  /** A choice in addition to the parameters. */
  choice: { label: string; initially: boolean };
  /** Starts it with what was entered over the parameters. */
  start: (overrides: Record<string, unknown>, isChosen: boolean) => Promise<{ execution_id: string }>;
  /** A notice on the entered values, above the lock; empty while they have mistakes. */
  notice?: (overrides: Record<string, unknown>) => ReactNode;
  /** What else is decided, below the parameters. */
  children?: ReactNode;
  /** Whether that has mistakes. */
  disabled?: boolean;
  onClose: () => void;
}

/** Runs something again with the original parameters and any that are changed; leads to the new run. */
export function ReExecuteForm({
  action,
  chipId,
  fields,
  taskFields = [],
  choice,
  start,
  notice,
  children,
  disabled,
  onClose,
}: ReExecuteFormProps) {
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const [entered, setEntered] = useState<Entered>({});
  const [isChosen, setIsChosen] = useState(choice.initially);
  const read = readParameters([...fields, ...taskFields], entered, '');
  const [isChanged, setChanged] = useState(false);
  const isLocked = holderInTheWay(useQuery(lockQuery()).data, chipId) !== undefined;
  const starting = useMutation({
    mutationFn: (overrides: Record<string, unknown>) => start(overrides, isChosen),
    onSuccess: async ({ execution_id: executionId }) => {
      await queryClient.invalidateQueries({ queryKey: projectKey() });
      onClose();
      await navigate({ to: '/execution/$executionId', params: { executionId } });
    },
    onMutate: () => setChanged(false),
  });
  // A refusal is shown at its fields until something is changed.
  const refused = refusedAt(
    [...fields, ...taskFields],
    starting.error instanceof ApiError && !isChanged ? starting.error.errors : [],
  );
  return (
    <DialogForm
      action={action}
      busy={starting.isPending}
      disabled={!read.ok || isLocked || (disabled ?? false)}
      onCancel={onClose}
      onSubmit={() => read.ok && starting.mutate(read.parameters)}
    >
      <ParameterInputs
        fields={fields}
        taskFields={taskFields}
        entered={entered}
        advanced=""
        problems={read.ok ? refused.problems : read.problems}
        onEnter={(name, value) => {
          setEntered({ ...entered, [name]: value });
          setChanged(true);
        }}
      />
      {children}
      <CheckField label={choice.label} checked={isChosen} onChange={(event) => setIsChosen(event.target.checked)} />
      {notice?.(read.ok ? read.parameters : {})}
      <LockNotice chipId={chipId} meanwhile="This one can start when it ends." />
      {!refused.isAll && <ErrorNotice error={starting.error} />}
    </DialogForm>
  );
}
