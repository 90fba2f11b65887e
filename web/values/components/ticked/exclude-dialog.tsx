import { useMutation, useQueryClient } from '@tanstack/react-query';
import { excludeResults } from '../../../runs/lib/exclude-results.ts';
import { ConfirmDialog } from '../../../ui/components/confirm-dialog.tsx';
import { TextField } from '../../../ui/components/field.tsx';
import { projectKey } from '../../../ui/lib/api/queries.ts';
import { textOf } from '../../../ui/lib/api/use-write.ts';
import { plural } from '../../../ui/lib/format/words.ts';

/** Excludes task results from statistics, for one reason. */
export function ExcludeDialog({ results, onClose }: { results: readonly string[]; onClose: () => void }) {
  const queryClient = useQueryClient();
  const exclude = useMutation({
    // Excluding a result again changes nothing, so a second press retries what was refused.
    mutationFn: async (reason: string) => {
      const refused = await excludeResults(results, reason);
      if (refused.length > 0) throw new Error(refused.join('. '));
    },
    onSuccess: onClose,
    onSettled: () => queryClient.invalidateQueries({ queryKey: projectKey() }),
  });
  return (
    <ConfirmDialog
      title={`Exclude ${plural(results.length, 'result')}?`}
      description="With every value that they brought. The previous values count again. You can undo this."
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
