import { lazy, Suspense, useState } from 'react';
import type { MapLayer } from '../../../chips/lib/map/layers.ts';
import { StartButton } from '../../../runs/components/start-button.tsx';
import { ValueOrigin } from '../../../runs/components/value-origin.tsx';
import { Button } from '../../../ui/components/button.tsx';
import { GateState, ValueState } from '../../../ui/components/status.tsx';
import { useReadOnlyReason } from '../../../ui/lib/api/queries.ts';
import { useTimeZone } from '../../../ui/lib/api/time-zone.ts';
import type { LatticeKind } from '../../../ui/lib/api/wire.ts';
import { FitLink } from '../../components/held/fit-link.tsx';
import { cellText } from '../../lib/metrics/cell-text.ts';
import { drawnValues, targetLabel } from '../../lib/metrics/cells.ts';
import { isMadeUp } from '../../lib/metrics/metric-choice.ts';
import styles from './selected-target.module.css';
import { HistoryLink } from './selected-target.tsx';

const ExcludeDialog = lazy(() =>
  import('../../components/ticked/exclude-dialog.tsx').then((module) => ({ default: module.ExcludeDialog })),
);

/** A selected target on the map, and its tick. */
export interface SummaryProps {
  chipId: string;
  kind: LatticeKind;
  id: string;
  layer: MapLayer;
  isTicked: boolean;
  onTick: () => void;
}

/** What the cell of a selected target shows, and what can be done about it: next to the map and on a phone (rule DASH-9). */
export function TargetSummary(props: SummaryProps & { small?: boolean }) {
  const { chipId, kind, id, layer, small = false } = props;
  const { display } = layer;
  const readOnly = useReadOnlyReason();
  const [isExcluding, setExcluding] = useState(false);
  const cell = layer.cells.find(({ target }) => target === id);
  const result = cell?.taskId;
  return (
    <>
      {cell ? <Answer cell={cell} layer={layer} /> : <p>{`${targetLabel(kind, id)} is not on the map of ${chipId}`}</p>}
      <div className={small ? styles.actions : styles.sheetActions}>
        <StartButton
          chipId={chipId}
          wanted={[{ kind, id, metric: isMadeUp(display.key) ? undefined : display.key }]}
          variant="plain"
          small={small}
        />
        <Button
          small={small}
          disabledReason={readOnly ?? (result ? undefined : 'No task brought this value')}
          onClick={() => setExcluding(true)}
        >
          Exclude…
        </Button>
        <Button small={small} aria-pressed={props.isTicked} onClick={props.onTick}>
          {props.isTicked ? 'Ticked' : 'Tick'}
        </Button>
        <HistoryLink chipId={chipId} kind={kind} id={id} small={small} />
      </div>
      {isExcluding && result && (
        <Suspense>
          <ExcludeDialog results={[result]} onClose={() => setExcluding(false)} />
        </Suspense>
      )}
    </>
  );
}

/** The value of a cell, its state, age and source. */
function Answer({ cell, layer }: { cell: MapLayer['cells'][number]; layer: MapLayer }) {
  const text = cellText(cell, layer.display, drawnValues(layer.cells).length, useTimeZone());
  return (
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
  );
}
