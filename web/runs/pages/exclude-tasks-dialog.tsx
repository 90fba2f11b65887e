import { useState } from 'react';
import { Button } from '../../ui/components/button.tsx';
import { ConfirmDialog } from '../../ui/components/confirm-dialog.tsx';
import { TextField } from '../../ui/components/field.tsx';
import { Notice } from '../../ui/components/notice.tsx';
import { useReadOnlyReason } from '../../ui/lib/api/queries.ts';
import { textOf, useWrite } from '../../ui/lib/api/use-write.ts';
import { plural } from '../../ui/lib/format/words.ts';
import { actionKeys } from '../../ui/lib/keys/keys.ts';
import { excludeResults } from '../lib/exclude-results.ts';

/** Excludes the chosen results of a run with one reason, and says which were refused and why. */
export function ExcludeTasks({ chosen, onDone }: { chosen: readonly string[]; onDone: () => void }) {
  const [open, setOpen] = useState(false);
  const [refusals, setRefusals] = useState<string[]>([]);
  const readOnly = useReadOnlyReason();
  const exclude = useWrite(
    async (reason: string) => {
      setRefusals(await excludeResults(chosen, reason));
    },
    () => {
      setOpen(false);
      onDone();
    },
  );
  return (
    <>
      <Button
        small
        aria-keyshortcuts={actionKeys.exclude}
        disabledReason={readOnly ?? (chosen.length === 0 ? 'Tick tasks in the table first' : undefined)}
        onClick={() => setOpen(true)}
      >
        {chosen.length === 0 ? 'Exclude…' : `Exclude ${chosen.length}…`}
      </Button>
      {refusals.length > 0 && <Notice tone="bad">{refusals.join('. ')}</Notice>}
      <ConfirmDialog
        title={`Exclude ${plural(chosen.length, 'result')}?`}
        description="The previous values count again. You can undo this."
        action={`Exclude ${chosen.length}`}
        write={exclude}
        onConfirm={(form) => exclude.mutate(textOf(form, 'reason'))}
        open={open}
        onClose={() => setOpen(false)}
      >
        <TextField
          label="Reason"
          name="reason"
          maxLength={500}
          required
          autoComplete="off"
          hint="Shown with each result and kept in the audit log"
        />
      </ConfirmDialog>
    </>
  );
}
