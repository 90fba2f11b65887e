import { useMutation, useQueryClient } from '@tanstack/react-query';
import { ConfirmDialog } from '../../components/confirm-dialog.tsx';
import { api } from '../../lib/api.ts';
import { projectKey } from '../../lib/queries.ts';
import type { Run } from '../../lib/wire.ts';

/** Asks before a run is cancelled, and names it. */
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
      title={`Cancel execution ${run.execution_id}?`}
      description={`Flow ${run.flow_name} of ${run.username} on chip ${run.chip_id} ends. Tasks that have not finished are cancelled; what was measured stays.`}
      action="Cancel the run"
      cancelLabel="Let it go on"
      danger
      write={cancel}
      onConfirm={() => cancel.mutate()}
      open={open}
      onClose={onClose}
    />
  );
}
