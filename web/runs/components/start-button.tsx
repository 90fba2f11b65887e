import { lazy, Suspense, useState } from 'react';
import { Button, type ButtonStyle } from '../../ui/components/button.tsx';
import { Icon } from '../../ui/components/icon.tsx';
import { useReadOnlyReason } from '../../ui/lib/api/queries.ts';
import { startRunText } from '../../ui/lib/format/words.ts';
import type { Wanted } from '../lib/measure-jobs.ts';

// A dialog is needed only by those who open it.
const MeasureDialog = lazy(() => import('./measure-dialog.tsx').then((module) => ({ default: module.MeasureDialog })));
const RunFlowDialog = lazy(() => import('./run-flow-dialog.tsx').then((module) => ({ default: module.RunFlowDialog })));

/** What a start begins with: what is to be measured on a chip (rules STARTRUN-2 and STARTRUN-3), or a flow to choose. */
type Start = { chipId: string; wanted: readonly Wanted[] } | { chipId?: string; flowName?: string; wanted?: never };

/** Starts a run: *Measure…* offers the tasks that measure what is looked at, *Start a run* every flow. */
export function StartButton(
  props: Start & {
    label?: string;
    variant?: ButtonStyle['variant'];
    small?: boolean;
    disabledReason?: string | undefined;
    /** The key that presses it. */
    shortcut?: string;
  },
) {
  const { label = props.wanted ? 'Measure…' : startRunText, variant = 'primary', small, shortcut } = props;
  const [open, setOpen] = useState(false);
  const [wasOpen, setWasOpen] = useState(false);
  const readOnly = useReadOnlyReason();
  const close = () => setOpen(false);
  return (
    <>
      <Button
        variant={variant}
        {...(small && { small })}
        aria-keyshortcuts={shortcut}
        disabledReason={readOnly ?? props.disabledReason}
        onClick={() => {
          setOpen(true);
          setWasOpen(true);
        }}
      >
        <Icon name="play" /> {label}
      </Button>
      <Suspense>
        {props.wanted
          ? open && <MeasureDialog chipId={props.chipId} wanted={props.wanted} onClose={close} />
          : wasOpen && <RunFlowDialog flowName={props.flowName} chipId={props.chipId} open={open} onClose={close} />}
      </Suspense>
    </>
  );
}
