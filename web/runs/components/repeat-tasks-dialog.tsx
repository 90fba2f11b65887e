import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { ConfirmDialog } from '../../ui/components/confirm-dialog.tsx';
import { Pending } from '../../ui/components/pending.tsx';
import { api } from '../../ui/lib/api/api.ts';
import { projectKey } from '../../ui/lib/api/queries.ts';
import { plural } from '../../ui/lib/format/words.ts';
import { repeatableQuery } from '../lib/repeat-queries.ts';
import { taskTargetLabel } from '../lib/task-target.ts';
import { LockNotice } from './lock-notice.tsx';

/** Which tasks of a run run again, and what the buttons are called. */
export interface Repeated {
  which: 'failed' | 'stale';
  button: string;
  action: string;
}

/** Targets that a dialog names; the others are counted. */
const mostNamed = 12;

/** Says which tasks run again, and leads to the new run. */
export function RepeatTasksDialog(props: { executionId: string; repeated: Repeated; onClose: () => void }) {
  const { executionId, onClose } = props;
  const { which, button, action } = props.repeated;
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const found = useQuery(repeatableQuery(executionId, which));
  const start = useMutation({
    mutationFn: () => api.reExecuteTasks({ params: { execution_id: executionId }, body: { which } }),
    onSuccess: async (run) => {
      await queryClient.invalidateQueries({ queryKey: projectKey() });
      onClose();
      await navigate({ to: '/execution/$executionId', params: { executionId: run.execution_id } });
    },
  });
  const total = found.data?.total ?? 0;
  return (
    <ConfirmDialog
      title={`${button} of run ${executionId}?`}
      description={
        found.data
          ? `Starts ${plural(total, 'task')} of ${found.data.flow_name} on ${found.data.chip_id} with ${found.data.backend} and the same parameters.`
          : 'Starts these tasks again with the same parameters.'
      }
      action={found.data ? `${action} ${total}` : action}
      write={start}
      onConfirm={() => start.mutate()}
      open
      onClose={onClose}
    >
      {found.data ? (
        <ul aria-label="Tasks">
          {tasksByName(found.data.tasks).map(([name, targets]) => (
            <li key={name}>
              <code>{name}</code> {namedTargets(targets)}
            </li>
          ))}
        </ul>
      ) : (
        <Pending error={found.error} what="tasks" />
      )}
      <LockNotice chipId={found.data?.chip_id} meanwhile="This one can start when it ends." />
    </ConfirmDialog>
  );
}

function tasksByName(tasks: readonly { task_name: string; target_id: string }[]): [string, string[]][] {
  const groups = Map.groupBy(tasks, ({ task_name: name }) => name);
  return [...groups].map(([name, own]) => [name, own.map(({ target_id: id }) => id)]);
}

function namedTargets(targets: readonly string[]): string {
  const named = targets.slice(0, mostNamed).map(taskTargetLabel).join(', ');
  return targets.length > mostNamed ? `${named} +${targets.length - mostNamed}` : named;
}
