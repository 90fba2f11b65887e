import type { ChipLayout } from '../../lib/map/chip-layout.ts';
import styles from './chip-map.module.css';
import type { MapPatch } from './layer.ts';
import { centre, type MapSizes, qubitPath } from './shapes.ts';

/** How far the frame extends beyond the cells, outside and inside, in pixels. */
const edges = { outer: 8, inner: 3 };

/** One frame around all cells of a patch, behind them, so that no number is hidden. The labels of its cells say it too. */
export function PatchFrame({ patch, layout, sizes }: { patch: MapPatch; layout: ChipLayout; sizes: MapSizes }) {
  const qubits = layout.qubits.filter(({ id }) => patch.qubit.has(id));
  const couplings = layout.couplings.filter(({ id }) => patch.coupling.has(id));
  if (qubits.length === 0) return null;
  return (
    // biome-ignore lint/a11y/noAriaHiddenOnFocusable: a drawing without anything to focus
    <g aria-hidden="true" data-patch={qubits.length}>
      {(['outer', 'inner'] as const).map((edge) => (
        <g key={edge} className={styles.frame} data-inner={edge === 'inner' || undefined}>
          {couplings.map(({ id, from, to }) => {
            const [start, end] = [centre(from, sizes), centre(to, sizes)];
            const width = sizes.coupling + edges[edge];
            return <line key={id} x1={start.x} y1={start.y} x2={end.x} y2={end.y} strokeWidth={width} />;
          })}
          {qubits.map((qubit) => (
            <path key={qubit.id} d={qubitPath(centre(qubit, sizes), sizes)} strokeWidth={edges[edge]} />
          ))}
        </g>
      ))}
    </g>
  );
}
