import { ValueState } from '../../../ui/components/status.tsx';
import { Quantity } from '../../../values/components/quantity/quantity.tsx';
import type { MapCell } from '../../../values/lib/metrics/cells.ts';
import styles from './target-page.module.css';

/** A value of another target, and its state unless it is fresh. */
export function CellValue({ cell, unit }: { cell: MapCell | undefined; unit: string }) {
  if (!cell || cell.state === 'missing') return '–';
  const { drawn, spread, foreign, state } = cell;
  return (
    <span className={styles.cell}>
      {state !== 'fresh' && <ValueState state={state} />}
      {drawn === null ? foreign : <Quantity value={drawn} error={spread} unit={unit} />}
    </span>
  );
}
