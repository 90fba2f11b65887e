import { useMutation, useQueryClient } from '@tanstack/react-query';
import { ConfirmDialog } from '../../components/confirm-dialog.tsx';
import { TextField } from '../../components/field.tsx';
import { api } from '../../lib/api/api.ts';
import { projectKey } from '../../lib/api/queries.ts';
import { textOf } from '../../lib/api/use-write.ts';
import { plural } from '../../lib/format/words.ts';

/** Leaves task results out of what is computed, for one reason. */
export function ExcludeDialog({ results, onClose }: { results: readonly string[]; onClose: () => void }) {
  const queryClient = useQueryClient();
  const exclude = useMutation({
    // One after the other: to exclude a result again is no change, so that a second press goes on where the first one failed.
    mutationFn: async (reason: string) => {
      for (const task_id of results)
        await api.setTaskResultExcluded({ params: { task_id }, body: { excluded: true, reason } });
    },
    onSuccess: onClose,
    onSettled: () => queryClient.invalidateQueries({ queryKey: projectKey() }),
  });
  return (
    <ConfirmDialog
      title={`Exclude ${plural(results.length, 'result')}?`}
      description="With every value that they brought. The previous values count again. You can undo this on the page of each result."
      action="Exclude"
      write={exclude}
      onConfirm={(form) => exclude.mutate(textOf(form, 'reason'))}
      open
      onClose={onClose}
    >
      <TextField
        label="Reason"
        name="reason"
        maxLength={500}
        required
        autoComplete="off"
        hint="Shown with the results and kept in the audit log"
      />
    </ConfirmDialog>
  );
}
