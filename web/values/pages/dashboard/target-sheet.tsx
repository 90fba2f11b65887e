import { useEffect, useState } from 'react';
import { Button } from '../../../ui/components/button.tsx';
import { Dialog, DialogBody } from '../../../ui/components/dialog.tsx';
import { Pending } from '../../../ui/components/pending.tsx';
import { targetLabel } from '../../lib/metrics/cells.ts';
import styles from './selected-target.module.css';
import { TargetDetails, type TargetDetailsProps } from './selected-target.tsx';
import { type SummaryProps, TargetSummary } from './target-summary.tsx';

/** The selected target on a phone: what its cell of the map shows, what can be done about it, and all else folded. */
export function TargetSheet(
  props: Omit<TargetDetailsProps, 'metrics'> &
    SummaryProps & {
      /** Every metric of the target; undefined while they load. */
      metrics: TargetDetailsProps['metrics'] | undefined;
      onClose: () => void;
    },
) {
  const { kind, id, metrics, onClose } = props;
  useFocusBack();
  return (
    <Dialog sheet title={targetLabel(kind, id)} description={props.layer.display.title} open onClose={onClose}>
      <DialogBody actions={<Button onClick={onClose}>Close</Button>}>
        <TargetSummary {...props} />
        <details className={styles.rest}>
          <summary>All values and notes</summary>
          {metrics ? (
            <TargetDetails {...props} metrics={metrics} />
          ) : (
            <Pending error={null} what={`the values of ${targetLabel(kind, id)}`} />
          )}
        </details>
      </DialogBody>
    </Dialog>
  );
}

/** Gives the focus back to the cell that was pressed: a dialog does so to elements of HTML alone, and a cell is a drawing. */
function useFocusBack(): void {
  const [before] = useState(() => document.activeElement);
  useEffect(
    () => () => {
      requestAnimationFrame(() => {
        if (before instanceof SVGElement && before.isConnected) before.focus({ preventScroll: true });
      });
    },
    [before],
  );
}
