import { lazy, Suspense, useState } from 'react';
import { Button, type ButtonStyle } from '../../ui/components/button.tsx';
import { useReadOnlyReason } from '../../ui/lib/api/queries.ts';
import type { Repeated } from './repeat-tasks-dialog.tsx';

// A dialog is needed only by those who open it.
const RepeatTasksDialog = lazy(() =>
  import('./repeat-tasks-dialog.tsx').then((module) => ({ default: module.RepeatTasksDialog })),
);

const words: Record<Repeated['which'], Repeated> = {
  failed: { which: 'failed', button: 'Re-run failed', action: 'Re-run' },
  stale: { which: 'stale', button: 'Re-measure the stale', action: 'Re-measure' },
};

/** What the button says. */
export const repeatText = (which: Repeated['which'], count: number): string => `${words[which].button} (${count})…`;

/** Runs exactly the failed or the stale tasks of a run again: says which they are, and leads to the new run. */
export function RepeatTasksButton(props: {
  executionId: string;
  which: Repeated['which'];
  count: number;
  small?: boolean;
  variant?: ButtonStyle['variant'];
}) {
  const { executionId, which, count, small = false, variant = 'plain' } = props;
  const [open, setOpen] = useState(false);
  const readOnly = useReadOnlyReason();
  return (
    <>
      <Button small={small} variant={variant} disabledReason={readOnly} onClick={() => setOpen(true)}>
        {repeatText(which, count)}
      </Button>
      {open && (
        <Suspense>
          <RepeatTasksDialog executionId={executionId} repeated={words[which]} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
