import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { ConfirmDialog } from '../../ui/components/confirm-dialog.tsx';
import { api } from '../../ui/lib/api/api.ts';
import { inProject } from '../../ui/lib/api/queries.ts';

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
    <ConfirmDialog
      title={`Delete flow '${name}'?`}
      description="It can no longer run. Its past versions stay readable from their runs. This cannot be undone."
      action="Delete flow"
      danger
      write={remove}
      onConfirm={() => remove.mutate()}
      open={open}
      onClose={onClose}
    />
  );
}
