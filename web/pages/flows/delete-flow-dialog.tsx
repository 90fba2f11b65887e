import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { Dialog, DialogForm } from '../../components/dialog.tsx';
import { ErrorNotice } from '../../components/notice.tsx';
import { api } from '../../lib/api.ts';
import { inProject } from '../../lib/queries.ts';

/** Asks before a flow is deleted. */
export function DeleteFlowDialog({ name, open, onClose }: { name: string; open: boolean; onClose: () => void }) {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const remove = useMutation({
    mutationFn: () => api.deleteFlow({ params: { name } }),
    onSuccess: async () => {
      await navigate({ to: '/flows', ignoreBlocker: true });
      queryClient.removeQueries({ queryKey: inProject('flow', name) });
      await queryClient.invalidateQueries({ queryKey: inProject('flows') });
    },
  });
  return (
    <Dialog
      title={`Delete flow '${name}'?`}
      description="It can no longer be run. Its past versions stay readable from the runs that used them."
      open={open}
      onClose={onClose}
    >
      <DialogForm
        action="Delete the flow"
        danger
        busy={remove.isPending}
        onCancel={onClose}
        onSubmit={() => remove.mutate()}
      >
        <ErrorNotice error={remove.error} />
      </DialogForm>
    </Dialog>
  );
}
