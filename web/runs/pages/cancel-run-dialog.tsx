import { useMutation, useQueryClient } from '@tanstack/react-query';
import { ConfirmDialog } from '../../ui/components/confirm-dialog.tsx';
import { api } from '../../ui/lib/api/api.ts';
import { projectKey } from '../../ui/lib/api/queries.ts';
import type { Run } from '../../ui/lib/api/wire.ts';
import { plural } from '../../ui/lib/format/words.ts';
import { progressOf } from '../lib/progress.ts';

/** What a cancellation stops, counted where the run says how many tasks it has. */
function stoppingText({ progress }: Run): string {
  const { total, done, isPlanned } = progressOf(progress.planned, progress.by_status);
  if (!isPlanned) return 'Unfinished tasks stop';
  return `${plural(total - done, 'unfinished task')} ${total - done === 1 ? 'stops' : 'stop'}`;
}

export function CancelRunDialog({ run, open, onClose }: { run: Run; open: boolean; onClose: () => void }) {
  const queryClient = useQueryClient();
  const cancel = useMutation({
    mutationFn: () => api.cancelExecution({ params: { flow_run_id: run.execution_id } }),
    onSuccess: async () => {
      await queryClient.invalidateQueries({ queryKey: projectKey() });
      onClose();
    },
  });
  return (
    <ConfirmDialog
      title={`Cancel run ${run.execution_id}?`}
      description={`${stoppingText(run)}. Results so far are kept. This cannot be undone.`}
      action="Cancel the run"
      cancelLabel="Keep running"
      danger
      write={cancel}
      onConfirm={() => cancel.mutate()}
      open={open}
      onClose={onClose}
    />
  );
}
