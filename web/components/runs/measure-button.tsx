import { lazy, Suspense, useState } from 'react';
import { useReadOnlyReason } from '../../lib/api/queries.ts';
import type { Wanted } from '../../lib/runs/measure-jobs.ts';
import { Button, type ButtonStyle } from '../button.tsx';
import { Icon } from '../icon.tsx';

// A dialog is needed only by those who open it.
const MeasureDialog = lazy(() => import('./measure-dialog.tsx').then((module) => ({ default: module.MeasureDialog })));

/** Offers the tasks that measure what is looked at, on its targets (rules STARTRUN-2 and STARTRUN-3). */
export function MeasureButton(props: {
  chipId: string;
  wanted: readonly Wanted[];
  label?: string;
  variant?: ButtonStyle['variant'];
  small?: boolean;
  /** The key that presses it. */
  shortcut?: string;
}) {
  const { chipId, wanted, label = 'Measure…', variant = 'primary', small, shortcut } = props;
  const [open, setOpen] = useState(false);
  const readOnly = useReadOnlyReason();
  return (
    <>
      <Button
        variant={variant}
        {...(small && { small })}
        aria-keyshortcuts={shortcut}
        disabledReason={readOnly}
        onClick={() => setOpen(true)}
      >
        <Icon name="play" /> {label}
      </Button>
      {open && (
        <Suspense>
          <MeasureDialog chipId={chipId} wanted={wanted} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
