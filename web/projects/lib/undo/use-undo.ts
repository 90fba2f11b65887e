import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '../../../ui/lib/api/api.ts';
import type { UndoOffer } from './offer.ts';

/** Undoes entries, the last one first; then everything that is shown is read again, also where one of them was refused. */
export function useUndo() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async ({
      projectId,
      entries,
    }: Pick<UndoOffer, 'projectId'> & { entries: readonly { id: string }[] }) => {
      for (const { id } of entries.toReversed())
        await api.undoProjectAuditEntry({ params: { project_id: projectId, audit_id: id } });
    },
    onSettled: () => queryClient.invalidateQueries(),
  });
}
