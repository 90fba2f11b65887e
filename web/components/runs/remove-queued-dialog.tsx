import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '../../lib/api.ts';
import { queueKey } from '../../lib/runs/queue-queries.ts';
import type { QueuedRun } from '../../lib/wire.ts';
import { ConfirmDialog } from '../confirm-dialog.tsx';

/** Asks before the start that waits is removed, and names it. */
export function RemoveQueuedDialog({ queued, onClose }: { queued: QueuedRun; onClose: () => void }) {
  const queryClient = useQueryClient();
  const remove = useMutation({
    mutationFn: () => api.deleteQueuedRun(),
    onSuccess: onClose,
    // It may have been started meanwhile: what waits is asked for anew either way.
    onSettled: () => queryClient.invalidateQueries({ queryKey: queueKey() }),
  });
  return (
    <ConfirmDialog
      title={`Remove the queued run of ${queued.flow_name}?`}
      description={`${queued.queued_by} queued it. It will not be started; the run that is on goes on.`}
      action="Remove it"
      cancelLabel="Let it wait"
      danger
      write={remove}
      onConfirm={() => remove.mutate()}
      open
      onClose={onClose}
    />
  );
}
