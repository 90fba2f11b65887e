import { lazy, Suspense, useEffect, useState } from 'react';
import { Button } from '../../components/button.tsx';
import { Dialog, DialogBody } from '../../components/dialog.tsx';
import { FitLink } from '../../components/held/fit-link.tsx';
import { Pending } from '../../components/pending.tsx';
import { StartButton } from '../../components/runs/start-button.tsx';
import { ValueOrigin } from '../../components/runs/value-origin.tsx';
import { GateState, ValueState } from '../../components/status.tsx';
import { useReadOnlyReason } from '../../lib/api/queries.ts';
import { useTimeZone } from '../../lib/api/time-zone.ts';
import type { MapLayer } from '../../lib/map/layers.ts';
import { cellText } from '../../lib/metrics/cell-text.ts';
import { drawnValues, targetLabel } from '../../lib/metrics/cells.ts';
import { isMadeUp } from '../../lib/metrics/metric-choice.ts';
import styles from './selected-target.module.css';
import { HistoryLink, TargetDetails, type TargetDetailsProps } from './selected-target.tsx';

const ExcludeDialog = lazy(() =>
  import('../../components/ticked/exclude-dialog.tsx').then((module) => ({ default: module.ExcludeDialog })),
);

/** The selected target on a phone: what its cell of the map stands for, what can be done about it, and all else folded. */
export function TargetSheet(
  props: Omit<TargetDetailsProps, 'metrics'> & {
    layer: MapLayer;
    /** Every metric of the target; undefined while they load. */
    metrics: TargetDetailsProps['metrics'] | undefined;
    isTicked: boolean;
    onTick: () => void;
    onClose: () => void;
  },
) {
  const { chipId, kind, id, layer, metrics, onClose } = props;
  const { display } = layer;
  const readOnly = useReadOnlyReason();
  const timeZone = useTimeZone();
  const [isExcluding, setExcluding] = useState(false);
  useFocusBack();
  const cell = layer.cells.find(({ target }) => target === id);
  const text = cell && cellText(cell, display, drawnValues(layer.cells).length, timeZone);
  const result = cell?.taskId;
  return (
    <Dialog sheet title={targetLabel(kind, id)} description={display.title} open onClose={onClose}>
      <DialogBody actions={<Button onClick={onClose}>Close</Button>}>
        {cell && text ? (
          <div>
            <p className={styles.value}>{text.value}</p>
            {!cell.words && <ValueState state={cell.state} />}
            {cell.held && (
              <p>
                <GateState state="held" because={cell.heldBecause} reason={cell.held} /> {cell.held}{' '}
                {cell.hollow?.taskId && <FitLink taskId={cell.hollow.taskId} />}
              </p>
            )}
            {text.age && <p>{text.age}</p>}
            {cell.taskId || cell.executionId ? (
              <p>
                From{' '}
                <ValueOrigin
                  taskId={cell.taskId}
                  executionId={cell.executionId}
                  {...(cell.source && { source: cell.source })}
                />
              </p>
            ) : (
              <p>{text.run}</p>
            )}
            {[text.rank && `${text.rank}, best first`, text.goal, text.tries].filter(Boolean).map((line) => (
              <p key={line}>{line}</p>
            ))}
          </div>
        ) : (
          <p>
            {targetLabel(kind, id)} is not on the map of {chipId}
          </p>
        )}
        <div className={styles.sheetActions}>
          <StartButton
            chipId={chipId}
            wanted={[{ kind, id, metric: isMadeUp(display.key) ? undefined : display.key }]}
            variant="plain"
          />
          <Button
            disabledReason={readOnly ?? (result ? undefined : 'No task brought this value')}
            onClick={() => setExcluding(true)}
          >
            Exclude…
          </Button>
          <Button aria-pressed={props.isTicked} onClick={props.onTick}>
            {props.isTicked ? 'Ticked' : 'Tick'}
          </Button>
          <HistoryLink chipId={chipId} kind={kind} id={id} />
        </div>
        <details className={styles.rest}>
          <summary>All values and notes</summary>
          {metrics ? (
            <TargetDetails {...props} metrics={metrics} />
          ) : (
            <Pending error={null} what={`the values of ${targetLabel(kind, id)}`} />
          )}
        </details>
        {isExcluding && result && (
          <Suspense>
            <ExcludeDialog results={[result]} onClose={() => setExcluding(false)} />
          </Suspense>
        )}
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
