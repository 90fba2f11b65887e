import { memo, type Ref, useMemo } from 'react';
import styles from './chip-map.module.css';
import { cellData, type GridCell, type GridOfCells, type GridProps, gridCellOf, gridCellProps } from './grid.ts';
import type { DrawnCell, DrawnLayer } from './layer.ts';
import { MapPatterns } from './patterns.tsx';
import { PiecePath } from './piece-path.tsx';
import {
  bareCouplings,
  cellPieces,
  cellTexts,
  type Emphasis,
  haloWidth,
  type Placed,
  patchFrame,
  type TextPiece,
  textSizes,
} from './pieces.ts';
import { emphasisOf, type MapScene } from './scene.ts';
import { type CellGeometry, cellGeometries, centre, type MapSizes } from './shapes.ts';
import { svgPaint } from './svg-paint.ts';

/** A map as SVG: on the page of a small chip, on paper and in files. */
export function MapVector(props: {
  id: string;
  scene: MapScene;
  sizes: MapSizes;
  /** Without it the drawing is a picture: nothing in it can be focused. */
  grid?: GridOfCells | undefined;
  gridProps?: GridProps | undefined;
  drawing?: Ref<SVGSVGElement>;
}) {
  const { id, scene, sizes, grid } = props;
  const { layout, qubits, couplings, patch } = scene;
  const layerOf = (layer: DrawnLayer | undefined) => layer && <VectorLayer {...{ id, scene, sizes, layer, grid }} />;
  return (
    // biome-ignore lint/a11y/noSvgWithoutTitle: a grid has its label, and a picture is named where it is used
    <svg
      ref={props.drawing}
      className={styles.drawing}
      width={sizes.width}
      height={sizes.height}
      {...(props.gridProps ?? { 'aria-hidden': true })}
    >
      <MapPatterns id={id} />
      {patch.qubit.size > 0 && (
        <PlacedPieces id={id} pieces={patchFrame(patch, layout, sizes)} data-patch={patch.qubit.size} />
      )}
      {couplings ? layerOf(couplings) : <BareCouplings layout={layout} sizes={sizes} />}
      {layerOf(qubits)}
    </svg>
  );
}

/** Plain lines where couplings carry no metric. */
export const BareCouplings = memo(function BareCouplings(props: {
  layout: Parameters<typeof bareCouplings>[0];
  sizes: MapSizes;
}) {
  return <PlacedPieces id="" pieces={bareCouplings(props.layout, props.sizes)} />;
});

function PlacedPieces({ id, pieces, ...rest }: { id: string; pieces: readonly Placed[]; 'data-patch'?: number }) {
  return (
    // biome-ignore lint/a11y/noAriaHiddenOnFocusable: a group of lines is not focusable
    <g aria-hidden="true" {...rest}>
      {pieces.map(({ key, x, y, piece }) => (
        <g key={`${key} ${piece.width}`} transform={`translate(${x} ${y})`}>
          <PiecePath piece={piece} drawing={id} />
        </g>
      ))}
    </g>
  );
}

interface LayerProps {
  id: string;
  scene: MapScene;
  sizes: MapSizes;
  layer: DrawnLayer;
  grid: GridOfCells | undefined;
}

/** A layer: rows of grid cells if the keyboard walks it, else cells that are only seen; and its texts above them. */
const VectorLayer = memo(function VectorLayer({ id, scene, sizes, layer, grid }: LayerProps) {
  const { couplingShape } = scene.layout;
  const geometryOf = useMemo(() => cellGeometries(couplingShape, sizes), [couplingShape, sizes]);
  const shapeOf = (index: number, inGrid: Partial<GridCell>) => {
    const cell = layer.cells[index];
    if (!cell) return null;
    const at = geometryOf(cell);
    const place = centre(cell.point, sizes);
    return (
      <CellShape
        key={cell.point.id}
        {...{ drawing: id, cell, at }}
        {...place}
        {...emphasisOf(scene, cell)}
        {...inGrid}
      />
    );
  };
  return (
    <>
      {grid?.kind === layer.kind ? (
        grid.rows.map((row, rowIndex) => (
          // biome-ignore lint/a11y/useSemanticElements: a drawing has no table elements
          <g key={row[0]} role="row" aria-rowindex={rowIndex + 1}>
            {row.map((index, column) => shapeOf(index, gridCellOf(grid, index, column)))}
          </g>
        ))
      ) : (
        // biome-ignore lint/a11y/noAriaHiddenOnFocusable: a group is not focusable, nor are its cells
        <g aria-hidden="true">{layer.cells.map(({ index }) => shapeOf(index, {}))}</g>
      )}
      <CellTexts layer={layer} shape={couplingShape} sizes={sizes} />
    </>
  );
});

interface CellShapeProps extends Emphasis, Partial<GridCell> {
  drawing: string;
  cell: DrawnCell;
  x: number;
  y: number;
  at: CellGeometry;
}

/** One qubit or coupling with its marks. */
const CellShape = memo(function CellShape(props: CellShapeProps) {
  const { drawing, cell, x, y, at, isSelected, isTicked, isFocused, ...inGrid } = props;
  const emphasis = { isSelected, isTicked, isFocused };
  return (
    <g
      className={styles.cell}
      transform={`translate(${x} ${y})`}
      {...cellData(cell, isTicked)}
      {...('id' in inGrid && gridCellProps(inGrid as GridCell, emphasis))}
    >
      {cellPieces(cell, at, emphasis).map((piece) => (
        <PiecePath key={`${piece.path} ${piece.width}`} piece={piece} drawing={drawing} />
      ))}
    </g>
  );
});

/** Texts over the cells of a layer; the label of each cell says more, so they are not read out. */
const CellTexts = memo(function CellTexts(props: {
  layer: DrawnLayer;
  shape: MapScene['layout']['couplingShape'];
  sizes: MapSizes;
}) {
  const { layer, shape, sizes } = props;
  const written = textSizes(layer, shape, sizes);
  return (
    // biome-ignore lint/a11y/noAriaHiddenOnFocusable: texts are not focusable
    <g aria-hidden="true" className={styles.texts}>
      {layer.cells.flatMap((cell) => {
        const { x, y } = centre(cell.point, sizes);
        return cellTexts(cell, written).map((text) => (
          <CellText key={`${cell.point.id} ${text.weight}`} x={x} y={y} text={text} />
        ));
      })}
    </g>
  );
});

const CellText = ({ x, y, text }: { x: number; y: number; text: TextPiece }) => (
  <text
    x={x}
    y={y + text.y}
    fontSize={text.size}
    fontWeight={text.weight}
    fill={svgPaint(text.fill, '')}
    {...(text.halo && { stroke: svgPaint(text.halo, ''), strokeWidth: haloWidth })}
  >
    {text.text}
  </text>
);
