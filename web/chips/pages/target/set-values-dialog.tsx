import { lazy, Suspense } from 'react';
import { Dialog } from '../../../ui/components/dialog.tsx';
import { targetLabel } from '../../../values/lib/metrics/cells.ts';
import type { SetValuesProps } from './set-values-form.tsx';

const SetValuesForm = lazy(() => import('./set-values-form.tsx').then((module) => ({ default: module.SetValuesForm })));

/** Sets or corrects values of one target by hand, all at once; what was there stays in the history. */
export function SetValuesDialog({ open, ...props }: SetValuesProps & { open: boolean }) {
  return (
    <Dialog
      title={`Set values of ${targetLabel(props.kind, props.target.qid)}`}
      description="What you leave empty stays as it is. The newest value is current. Older ones stay in the history."
      open={open}
      onClose={props.onClose}
      wide
    >
      <Suspense fallback={<p>Loading the form…</p>}>
        <SetValuesForm {...props} />
      </Suspense>
    </Dialog>
  );
}
