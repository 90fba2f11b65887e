import { useMutation, useQueryClient } from '@tanstack/react-query';
import { ConfirmDialog } from '../../components/confirm-dialog.tsx';
import { TextField } from '../../components/field.tsx';
import { api } from '../../lib/api.ts';
import { projectKey } from '../../lib/queries.ts';

/** Asks an owner before a run that holds the lock is ended as failed, whatever it is doing; never another one. */
export function ForceUnlockDialog(props: { executionId: string; open: boolean; onClose: () => void }) {
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
      title={`Force-unlock execution ${props.executionId}?`}
      description="For a run that cannot be cancelled. It ends as failed and the next one can start. A worker that still drives the chip is not stopped by this: make sure first that it is off."
      action="Force-unlock"
      danger
      write={unlock}
      onConfirm={(form) => unlock.mutate(String(form.get('reason') ?? '').trim())}
      open={props.open}
      onClose={props.onClose}
    >
      <TextField label="Reason" name="reason" maxLength={500} optional hint="Kept in the audit and on the execution." />
    </ConfirmDialog>
  );
}
