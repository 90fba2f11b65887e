import { useId, useMemo } from 'react';
import { useWidth } from '../../../ui/lib/hooks/use-width.ts';
import { classNames } from '../../../values/lib/look/class-names.ts';
import { type ChipLayout, latticeRows } from '../../lib/map/chip-layout.ts';
import { BareCouplings } from './map-vector.tsx';
import styles from './qubit-grid.module.css';
import { centre, type MapSizes, mapSizes, qubitOutline } from './shapes.ts';
import { useMapFocus } from './use-map-focus.ts';

/** The smallest pitch that a finger can hit. */
const leastPitch = 26;
const largestPitch = { small: 38, whole: 60 };

function sizesOf(layout: ChipLayout, width: number, largest: number): MapSizes {
  const pitch = Math.max(leastPitch, Math.min(largest, width / layout.columns));
  return mapSizes(layout, Number.POSITIVE_INFINITY, pitch / mapSizes(layout, Number.POSITIVE_INFINITY).pitch);
}

/** The qubits of a chip as a grid of cells to be pressed, by pointer and by keys, with their couplings behind them. */
export function QubitGrid(props: {
  label: string;
  layout: ChipLayout;
  chosen: ReadonlySet<string>;
  onPress: (qubit: string) => void;
  /** The description of a qubit, added to its name. */
  describe?: (qubit: string) => string;
  /** As large as it needs to be: where the map is what the page is about. */
  isWhole?: boolean;
}) {
  const { layout, chosen, onPress } = props;
  const id = useId();
  const { ref, width } = useWidth<HTMLDivElement>();
  const largest = largestPitch[props.isWhole ? 'whole' : 'small'];
  const sizes = useMemo(() => sizesOf(layout, width, largest), [layout, width, largest]);
  const { qubits } = layout;
  const rows = useMemo(() => latticeRows(qubits), [qubits]);
  const outline = qubitOutline(sizes.qubit);
  const press = (index: number) => {
    const qubit = qubits[index]?.id;
    if (qubit !== undefined) onPress(qubit);
  };
  const focus = useMapFocus({
    points: qubits,
    cellId: (index) => `${id}-${index}`,
    onOpen: press,
    onClose: () => undefined,
    onZoom: () => undefined,
  });
  return (
    <div ref={ref} className={classNames(styles.frame, props.isWhole && styles.whole)}>
      {width > 0 && (
        // biome-ignore lint/a11y/useSemanticElements: a drawing has no table elements
        <svg
          // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: a drawing whose cells are a grid
          role="grid"
          aria-label={props.label}
          aria-multiselectable
          width={sizes.width}
          height={sizes.height}
          onKeyDown={focus.onKeyDown}
        >
          <BareCouplings layout={layout} sizes={sizes} />
          {rows.map((row) => (
            // biome-ignore lint/a11y/useSemanticElements: a drawing has no table elements
            <g key={row[0]?.id} role="row">
              {row.map((qubit) => {
                const index = qubits.indexOf(qubit);
                const at = centre(qubit, sizes);
                return (
                  // biome-ignore lint/a11y/useSemanticElements: a drawing has no table elements
                  <g
                    key={qubit.id}
                    id={`${id}-${index}`}
                    role="gridcell"
                    tabIndex={index === focus.tabStop ? 0 : -1}
                    aria-label={[`Q${qubit.id}`, props.describe?.(qubit.id)].filter(Boolean).join(', ')}
                    aria-selected={chosen.has(qubit.id)}
                    className={styles.cell}
                    onFocus={() => focus.setTabStop(index)}
                    onClick={() => press(index)}
                  >
                    <path transform={`translate(${at.x} ${at.y})`} d={outline} />
                  </g>
                );
              })}
            </g>
          ))}
          <Names qubits={qubits} sizes={sizes} chosen={chosen} />
        </svg>
      )}
    </div>
  );
}

/** Above the cells, which say their names to screen readers themselves. */
const Names = (props: { qubits: ChipLayout['qubits']; sizes: MapSizes; chosen: ReadonlySet<string> }) => (
  // biome-ignore lint/a11y/noAriaHiddenOnFocusable: a group of texts is not focusable
  <g aria-hidden="true" className={styles.names}>
    {props.qubits.map((qubit) => {
      const at = centre(qubit, props.sizes);
      return (
        <text key={qubit.id} x={at.x} y={at.y} data-chosen={props.chosen.has(qubit.id) || undefined}>
          {qubit.id}
        </text>
      );
    })}
  </g>
);
