import { memo } from 'react';
import styles from './chip-map.module.css';
import { cellData, type GridCell, type GridOfCells, type GridProps, gridCellOf, gridCellProps } from './grid.ts';
import type { DrawnCell, DrawnLayer } from './layer.ts';
import type { Emphasis } from './pieces.ts';
import { emphasisOf, type MapScene } from './scene.ts';
import { centre, type MapSizes } from './shapes.ts';

/**
 * The grid over a map that a canvas draws: an empty element per cell of the layer that the keyboard walks, with its words, for the focus
 * and for screen readers. The cells have their places in the map as it fits; zooming scales the grid as a whole.
 */
export function TargetGrid(props: {
  scene: MapScene;
  grid: GridOfCells;
  gridProps: GridProps;
  fitting: MapSizes;
  zoom: number;
}) {
  const { scene, grid, fitting, zoom } = props;
  const layer = grid.kind === 'qubit' ? scene.qubits : scene.couplings;
  return (
    <div
      className={styles.targets}
      style={{ width: fitting.width, height: fitting.height, transform: `scale(${zoom})` }}
      data-targets
      {...props.gridProps}
    >
      {layer && <Rows scene={scene} layer={layer} grid={grid} fitting={fitting} />}
    </div>
  );
}

const Rows = memo(function Rows(props: { scene: MapScene; layer: DrawnLayer; grid: GridOfCells; fitting: MapSizes }) {
  const { scene, layer, grid, fitting } = props;
  // Browsers cut sizes to 64ths of a pixel: the cell of a finger must not be smaller than its 24 pixels for that.
  const side = Math.ceil(fitting[layer.kind] * 64) / 64;
  return grid.rows.map((row, rowIndex) => {
    const first = layer.cells[row[0] ?? 0];
    return (
      // biome-ignore lint/a11y/useSemanticElements: a drawing has no table elements
      // biome-ignore lint/a11y/useFocusableInteractive: its cells are focused
      <div
        key={row[0]}
        className={styles.targetRow}
        style={{ marginTop: first ? centre(first.point, fitting).y - side / 2 : 0 }}
        role="row"
        aria-rowindex={rowIndex + 1}
      >
        {row.map((index, column) => {
          const cell = layer.cells[index];
          return (
            cell && (
              <Target
                key={cell.point.id}
                cell={cell}
                left={centre(cell.point, fitting).x - side / 2}
                side={side}
                {...emphasisOf(scene, cell)}
                {...gridCellOf(grid, index, column)}
              />
            )
          );
        })}
      </div>
    );
  });
});

interface TargetProps extends Emphasis, GridCell {
  cell: DrawnCell;
  left: number;
  side: number;
}

const Target = memo(function Target({ cell, left, side, ...props }: TargetProps) {
  return (
    <div
      className={styles.target}
      style={{ marginLeft: left, width: side, height: side }}
      {...cellData(cell, props.isTicked)}
      {...gridCellProps(props, props)}
    />
  );
});
