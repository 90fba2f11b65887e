import { useQuery } from '@tanstack/react-query';
import { useId, useMemo } from 'react';
import { allChipsQuery, topologyQuery } from '../../lib/api/queries.ts';
import { useWidth } from '../../lib/hooks/use-width.ts';
import { type ChipLayout, latticeRows, layoutChip } from '../../lib/map/chip-layout.ts';
import { BareCouplings } from '../chip-map/map-layers.tsx';
import { centre, type MapSizes, mapSizes, qubitPath } from '../chip-map/shapes.ts';
import { useMapFocus } from '../chip-map/use-map-focus.ts';
import { Pending } from '../pending.tsx';
import styles from './qubit-picker.module.css';

interface Picked {
  chosen: ReadonlySet<string>;
  onChange: (qubits: string[]) => void;
}

/** A small map of a chip on which qubits are chosen, each by a press. */
export function QubitPicker({ chipId, ...picked }: Picked & { chipId: string }) {
  const chips = useQuery(allChipsQuery());
  const chip = chips.data?.find((one) => one.chip_id === chipId);
  const topologyId = chip?.topology_id ?? undefined;
  const topology = useQuery({ ...topologyQuery(topologyId ?? ''), enabled: topologyId !== undefined });
  const layout = useMemo(() => topology.data && layoutChip(topology.data, new Set()), [topology.data]);
  if (chip && topologyId === undefined) return <p>{chipId} has no topology, and so no map. Type the qubits instead.</p>;
  if (!layout) return <Pending error={chips.error ?? topology.error} what="map" />;
  return <Lattice chipId={chipId} layout={layout} {...picked} />;
}

/** A finger hits what is as large as this. */
const leastPitch = 26;
const largestPitch = 38;

function sizesOf(layout: ChipLayout, width: number): MapSizes {
  const pitch = Math.max(leastPitch, Math.min(largestPitch, width / layout.columns));
  return mapSizes(layout, Number.POSITIVE_INFINITY, pitch / mapSizes(layout, Number.POSITIVE_INFINITY).pitch);
}

function Lattice({ chipId, layout, chosen, onChange }: Picked & { chipId: string; layout: ChipLayout }) {
  const id = useId();
  const { ref, width } = useWidth<HTMLDivElement>();
  const sizes = useMemo(() => sizesOf(layout, width), [layout, width]);
  const { qubits } = layout;
  const rows = useMemo(() => latticeRows(qubits), [qubits]);
  const toggle = (index: number) => {
    const qubit = qubits[index]?.id;
    if (qubit === undefined) return;
    onChange([...new Set(chosen).symmetricDifference(new Set([qubit]))]);
  };
  const focus = useMapFocus({
    points: qubits,
    cellId: (index) => `${id}-${index}`,
    onOpen: toggle,
    onClose: () => undefined,
    onZoom: () => undefined,
  });
  return (
    <div ref={ref} className={styles.frame}>
      {width > 0 && (
        // biome-ignore lint/a11y/useSemanticElements: a drawing has no table elements
        <svg
          // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: a drawing whose cells are a grid
          role="grid"
          aria-label={`Qubits of ${chipId}`}
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
                return (
                  // biome-ignore lint/a11y/useSemanticElements: a drawing has no table elements
                  <g
                    key={qubit.id}
                    id={`${id}-${index}`}
                    role="gridcell"
                    tabIndex={index === focus.tabStop ? 0 : -1}
                    aria-label={`Q${qubit.id}`}
                    aria-selected={chosen.has(qubit.id)}
                    className={styles.cell}
                    onFocus={() => focus.setTabStop(index)}
                    onClick={() => toggle(index)}
                  >
                    <path d={qubitPath(centre(qubit, sizes), sizes)} />
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
