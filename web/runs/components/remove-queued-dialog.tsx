import { useMutation, useQueryClient } from '@tanstack/react-query';
import { ConfirmDialog } from '../../ui/components/confirm-dialog.tsx';
import { api } from '../../ui/lib/api/api.ts';
import type { QueuedRun } from '../../ui/lib/api/wire.ts';
import { queueKey } from '../lib/queue-queries.ts';

export function RemoveQueuedDialog({ queued, onClose }: { queued: QueuedRun; onClose: () => void }) {
  const queryClient = useQueryClient();
  const remove = useMutation({
    mutationFn: () => api.deleteQueuedRun({ query: { flow_run_id: queued.flow_run_id } }),
    onSuccess: onClose,
    // It may have started meanwhile: the queue is read again in any case.
    onSettled: () => queryClient.invalidateQueries({ queryKey: queueKey() }),
  });
  return (
    <ConfirmDialog
      title={`Remove the queued run of ${queued.flow_name}?`}
      description={`${queued.queued_by} queued it. It does not start. The active run continues.`}
      action="Remove"
      cancelLabel="Keep it queued"
      danger
      write={remove}
      onConfirm={() => remove.mutate()}
      open
      onClose={onClose}
    />
  );
}
