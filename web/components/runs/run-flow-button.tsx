import { lazy, Suspense, useState } from 'react';
import { useReadOnlyReason } from '../../lib/api/queries.ts';
import { startRunText } from '../../lib/format/words.ts';
import { Button, type ButtonStyle } from '../button.tsx';
import { Icon } from '../icon.tsx';

// A dialog is needed only by those who open it.
const RunFlowDialog = lazy(() => import('./run-flow-dialog.tsx').then((module) => ({ default: module.RunFlowDialog })));

/** Where a run begins: opens the choice of flow, chip and parameters. */
export function RunFlowButton({
  flowName,
  chipId,
  qubits,
  label = startRunText,
  variant = 'primary',
  small,
  disabledReason,
  shortcut,
}: {
  flowName?: string;
  chipId?: string;
  /** What the choice begins with. */
  qubits?: readonly string[];
  label?: string;
  variant?: ButtonStyle['variant'];
  small?: boolean;
  disabledReason?: string | undefined;
  /** The key that presses it. */
  shortcut?: string;
}) {
  const [open, setOpen] = useState(false);
  const [wasOpen, setWasOpen] = useState(false);
  const readOnly = useReadOnlyReason();
  return (
    <>
      <Button
        variant={variant}
        {...(small && { small })}
        aria-keyshortcuts={shortcut}
        disabledReason={readOnly ?? disabledReason}
        onClick={() => {
          setOpen(true);
          setWasOpen(true);
        }}
      >
        <Icon name="play" /> {label}
      </Button>
      {wasOpen && (
        <Suspense>
          <RunFlowDialog
            flowName={flowName}
            chipId={chipId}
            qubits={qubits}
            open={open}
            onClose={() => setOpen(false)}
          />
        </Suspense>
      )}
    </>
  );
}
