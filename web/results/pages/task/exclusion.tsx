import { useState } from 'react';
import { visibleText } from '#shared/kernel/rules/visible-text.ts';
import { isOpen } from '#shared/runs/rules/statuses.ts';
import { taskTargetLabel } from '../../../runs/lib/task-target.ts';
import { Button } from '../../../ui/components/button.tsx';
import { ConfirmDialog } from '../../../ui/components/confirm-dialog.tsx';
import { TextField } from '../../../ui/components/field.tsx';
import { Notice } from '../../../ui/components/notice.tsx';
import { ClockTime } from '../../../ui/components/relative-time.tsx';
import { api } from '../../../ui/lib/api/api.ts';
import { useReadOnlyReason } from '../../../ui/lib/api/queries.ts';
import { textOf, useWrite } from '../../../ui/lib/api/use-write.ts';
import type { TaskDetail } from '../../../ui/lib/api/wire.ts';
import { actionKeys } from '../../../ui/lib/keys/keys.ts';

/** Says of an excluded result who excluded it, when and why. */
export function Exclusion({ task }: { task: TaskDetail }) {
  if (!task.excluded) return null;
  return (
    <Notice tone="warn">
      <span>
        Excluded by {task.excluded_by ?? 'a user'}
        {task.excluded_at && (
          <>
            , <ClockTime at={task.excluded_at} />
          </>
        )}
        {task.excluded_reason && `: ${visibleText(task.excluded_reason)}`}. It does not count as a current value.
        Histories show it as excluded.
      </span>
    </Notice>
  );
}

/** Excludes a result from statistics, or includes it again; each change asks first. */
export function ExcludeAction({ task }: { task: TaskDetail }) {
  const [open, setOpen] = useState(false);
  // Freezes the question while the page behind the dialog already shows the change.
  const [wasExcluded, setWasExcluded] = useState(task.excluded);
  const readOnly = useReadOnlyReason();
  return (
    <>
      <Button
        aria-keyshortcuts={actionKeys.exclude}
        disabledReason={readOnly ?? (isOpen(task.status) ? 'This task has not ended yet' : undefined)}
        onClick={() => {
          setWasExcluded(task.excluded);
          setOpen(true);
        }}
      >
        {task.excluded ? 'Include again…' : 'Exclude…'}
      </Button>
      <ExcludeDialog task={task} excluded={wasExcluded} open={open} onClose={() => setOpen(false)} />
    </>
  );
}

function ExcludeDialog(props: { task: TaskDetail; excluded: boolean; open: boolean; onClose: () => void }) {
  const { task, excluded, open, onClose } = props;
  const { task_id } = task;
  const change = useWrite(
    (reason: string) => api.setTaskResultExcluded({ params: { task_id }, body: { excluded: !excluded, reason } }),
    onClose,
  );
  const what = `${task.task_name} on ${taskTargetLabel(task.qid)}`;
  return (
    <ConfirmDialog
      title={excluded ? `Include ${what} again?` : `Exclude ${what}?`}
      description={
        excluded
          ? 'It counts again, and becomes current if it is the newest.'
          : 'The previous value counts again. You can undo this.'
      }
      action={excluded ? 'Include' : 'Exclude'}
      write={change}
      onConfirm={(form) => change.mutate(textOf(form, 'reason'))}
      open={open}
      onClose={onClose}
    >
      {!excluded && (
        <TextField
          label="Reason"
          name="reason"
          maxLength={500}
          required
          autoComplete="off"
          hint="Shown with the result and kept in the audit log"
        />
      )}
    </ConfirmDialog>
  );
}
