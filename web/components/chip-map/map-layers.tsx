import { memo } from 'react';
import type { LatticeKind } from '../../lib/api/wire.ts';
import type { ChipLayout } from '../../lib/map/chip-layout.ts';
import styles from './chip-map.module.css';
import type { DrawnCell } from './layer.ts';
import { MapCellShape } from './map-cell-shape.tsx';
import { centre, type MapSizes } from './shapes.ts';

interface LayerProps {
  id: string;
  cells: readonly DrawnCell[];
  selected: { kind: LatticeKind; id: string } | undefined;
  ticked: { kind: LatticeKind; ids: ReadonlySet<string> };
  tabStop: number;
}

const isSelected = ({ selected }: LayerProps, cell: DrawnCell) =>
  selected?.kind === cell.shape.kind && selected.id === cell.point.id;

const isTicked = ({ ticked }: LayerProps, cell: DrawnCell) =>
  ticked.kind === cell.shape.kind && ticked.ids.has(cell.point.id);

/*
 * A layer is drawn anew when it changes, and not when the pointer moves over it: a chip of a thousand qubits has three thousand cells.
 */

/** The layer that the keyboard walks. */
export const GridLayer = memo(function GridLayer({
  rows,
  ...props
}: LayerProps & { rows: readonly (readonly number[])[] }) {
  return rows.map((row, rowIndex) => (
    // biome-ignore lint/a11y/useSemanticElements: a drawing has no table elements
    <g key={row[0]} role="row" aria-rowindex={rowIndex + 1}>
      {row.map((index, column) => {
        const cell = props.cells[index];
        if (!cell) return null;
        const { point, shape } = cell;
        return (
          <MapCellShape
            key={point.id}
            {...shape}
            id={`${props.id}-${shape.kind}-${index}`}
            inGrid
            column={column + 1}
            isTabStop={index === props.tabStop}
            isSelected={isSelected(props, cell)}
            isTicked={isTicked(props, cell)}
          />
        );
      })}
    </g>
  ));
});

/** The other layer: seen and hovered, but not walked by the keyboard. */
export const PassiveLayer = memo(function PassiveLayer(props: LayerProps) {
  return (
    // biome-ignore lint/a11y/noAriaHiddenOnFocusable: a group is not focusable, nor are the cells of this layer
    <g aria-hidden="true">
      {props.cells.map((cell) => (
        <MapCellShape
          key={cell.point.id}
          {...cell.shape}
          id=""
          inGrid={false}
          column={undefined}
          isTabStop={false}
          isSelected={isSelected(props, cell)}
          isTicked={isTicked(props, cell)}
        />
      ))}
    </g>
  );
});

/** Plain lines where couplings carry no metric. */
export const BareCouplings = memo(function BareCouplings({ layout, sizes }: { layout: ChipLayout; sizes: MapSizes }) {
  if (layout.couplingShape === 'none') return null;
  return (
    // biome-ignore lint/a11y/noAriaHiddenOnFocusable: a group of lines is not focusable
    <g aria-hidden="true" className={styles.bare}>
      {layout.couplings.map((edge) => {
        const from = centre(edge.from, sizes);
        const to = centre(edge.to, sizes);
        return <line key={edge.id} x1={from.x} y1={from.y} x2={to.x} y2={to.y} />;
      })}
    </g>
  );
});
