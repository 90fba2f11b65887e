import type { MapCell } from '../../../values/lib/metrics/cells.ts';
import type { ChipLayout } from '../../lib/map/chip-layout.ts';
import type { MapLayer } from '../../lib/map/layers.ts';
import styles from './map-thumbnail.module.css';

/** A layer as a thumbnail: only colours and places, for the eye. The text next to it says what it shows. */
export function MapThumbnail({ layout, layer }: { layout: ChipLayout; layer: MapLayer }) {
  const byTarget = new Map(layer.cells.map((cell) => [cell.target, cell]));
  const paintOf = (target: string) => paint(byTarget.get(target), layer);
  return (
    <svg className={styles.stamp} viewBox={`0 0 ${layout.columns} ${layout.rows}`} aria-hidden="true">
      {layer.display.kind === 'qubit'
        ? layout.qubits.map(({ id, x, y }) => (
            <rect key={id} x={x + 0.08} y={y + 0.08} width={0.84} height={0.84} {...paintOf(id)} />
          ))
        : layout.couplingShape !== 'none' &&
          layout.couplings.map(({ id, from, to }) => {
            const { fill, ...look } = paintOf(id);
            const ends = { x1: from.x + 0.5, y1: from.y + 0.5, x2: to.x + 0.5, y2: to.y + 0.5 };
            return <line key={id} {...ends} {...look} stroke={fill} strokeWidth={0.42 * layout.lineShare} />;
          })}
    </svg>
  );
}

/** The colour of a value; missing and faulty values have none. */
function paint(cell: MapCell | undefined, { scale }: MapLayer): { className?: string | undefined; fill?: string } {
  if (cell?.hollow) return { className: styles.held, fill: 'none' };
  if (cell?.state === 'faulty') return { className: styles.faulty };
  if (!scale || cell?.drawn == null) return { className: styles.missing };
  return { fill: scale.fill(cell.drawn) };
}
