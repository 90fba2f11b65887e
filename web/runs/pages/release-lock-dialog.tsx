import { useMutation, useQueryClient } from '@tanstack/react-query';
import { ConfirmDialog } from '../../ui/components/confirm-dialog.tsx';
import { TextField } from '../../ui/components/field.tsx';
import { api } from '../../ui/lib/api/api.ts';
import { projectKey } from '../../ui/lib/api/queries.ts';

/** Asks an owner before a run that holds the lock is ended as failed, whatever it is doing; never another one. */
export function ReleaseLockDialog(props: { executionId: string; open: boolean; onClose: () => void }) {
  const queryClient = useQueryClient();
  const unlock = useMutation({
    mutationFn: (reason: string) =>
      api.forceUnlockExecution({ body: { reason: reason || null, execution_id: props.executionId } }),
    onSuccess: async () => {
      await queryClient.invalidateQueries({ queryKey: projectKey() });
      props.onClose();
    },
  });
  return (
    <ConfirmDialog
      title={`Release the lock of run ${props.executionId}?`}
      description="Only if cancelling fails. The run ends as failed. Check that its worker is off: it may still drive the chip. This cannot be undone."
      action="Release the lock"
      danger
      write={unlock}
      onConfirm={(form) => unlock.mutate(String(form.get('reason') ?? '').trim())}
      open={props.open}
      onClose={props.onClose}
    >
      <TextField label="Reason" name="reason" maxLength={500} optional hint="Kept in the audit log and with the run" />
    </ConfirmDialog>
  );
}
