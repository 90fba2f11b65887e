import type { TargetKind } from '../../lib/api/wire.ts';
import type { ChipLayout, LatticeEdge, LatticePoint } from '../../lib/map/chip-layout.ts';
import { inkOn } from '../../lib/map/color-scale.ts';
import type { MapLayer } from '../../lib/map/layers.ts';
import { cellFigure, cellSentence, cellText } from '../../lib/metrics/cell-text.ts';
import { drawnValues, isAllSimulated, isSimulated, type MapCell, targetLabel } from '../../lib/metrics/cells.ts';
import type { CellShapeProps } from './map-cell-shape.tsx';
import type { CellFigures } from './map-figures.tsx';
import { centre, couplingPath, heldMarkPath, innerPath, type MapSizes, noteMarkPath, qubitPath } from './shapes.ts';

/** Connected qubits and the couplings between them. */
export type MapPatch = Readonly<Record<TargetKind, ReadonlySet<string>>>;

export const noPatch: MapPatch = { qubit: new Set(), coupling: new Set() };

/** What a cell is drawn with, apart from what the keyboard and the selection change. */
export interface DrawnCell {
  point: LatticePoint;
  shape: Omit<CellShapeProps, 'isTabStop' | 'isSelected' | 'column' | 'inGrid' | 'id'>;
  figures: CellFigures;
}

/** Smallest side of a cell, in pixels, that holds text (rule MAP-7). */
const textSide = 28;
const captionSide = 34;

/** Prepares the cells of a layer for drawing, with the targets that carry a mark and those of the patch that is drawn. */
export function drawLayer(
  layer: MapLayer,
  layout: ChipLayout,
  sizes: MapSizes,
  patterns: string,
  timeZone: string,
  withNotes: { has(target: string): boolean },
  inPatch: { has(target: string): boolean },
): DrawnCell[] {
  const isQubit = layer.display.kind === 'qubit';
  const points: readonly (LatticePoint | LatticeEdge)[] = isQubit ? layout.qubits : layout.couplings;
  const present = drawnValues(layer.cells).length;
  const side = isQubit ? sizes.qubit : layout.couplingShape === 'hexagon' ? sizes.coupling : 0;
  const isStamped = isAllSimulated(layer.cells);
  return points.flatMap((point, index) => {
    const cell = layer.cells[index];
    if (!cell) return [];
    const fill = fillOf(cell, layer);
    const at = centre(point, sizes);
    const figure = side >= textSide ? cellFigure(cell, layer.figures) : '';
    const fontSize = figure ? Math.min(12.5, (side - 4) / (figure.length * 0.56)) : 0;
    const x = Math.round(at.x * 10) / 10;
    const y = Math.round(at.y * 10) / 10;
    const ink = fill ? inkOn(fill) : '';
    const isNoted = withNotes.has(cell.target);
    const text = cellText(cell, layer.display, present, timeZone);
    const label = [
      cellSentence(text, layer.display, cell.words ? undefined : cell.state, layer.details?.get(cell.target)),
      inPatch.has(cell.target) && 'in the best patch',
      cell.held,
      isNoted && 'noted',
    ];
    return [
      {
        point,
        shape: {
          index,
          kind: layer.display.kind,
          path: outlineOf(point, layout, sizes),
          x,
          y,
          state: cell.state,
          fill,
          ink,
          patterns,
          cross: Math.max(2, (isQubit ? sizes.qubit : sizes.coupling * 0.9) * 0.3),
          ...marksOf(cell, { isNoted, isStamped }, at, sizes, isQubit),
          label: label.filter(Boolean).join(', '),
        },
        figures: {
          x,
          y,
          fill,
          ink,
          figure: fontSize >= 8 ? figure : '',
          caption: isQubit && side >= captionSide ? targetLabel('qubit', cell.target) : '',
          fontSize,
        },
      },
    ];
  });
}

/**
 * The dotted edge of a simulated cell, unless its whole layer is stamped so, the dot of a held one, and the corner of a noted one. A
 * cell has two marks at most, of which a note is the last.
 */
const marksOf = (
  cell: MapCell,
  { isNoted, isStamped }: { isNoted: boolean; isStamped: boolean },
  at: { x: number; y: number },
  sizes: MapSizes,
  isQubit: boolean,
): Pick<CellShapeProps, 'inner' | 'mark' | 'held'> => {
  const isDotted = isSimulated(cell) && !isStamped;
  const hasTwo = cell.held !== null && (isDotted || cell.state === 'faulty' || cell.state === 'stale');
  return {
    inner: isDotted ? innerPath(at, isQubit, sizes) : undefined,
    held: cell.held === null ? undefined : heldMarkPath(at, isQubit, sizes),
    mark: isNoted && !hasTwo ? noteMarkPath(at, isQubit, sizes) : undefined,
  };
};

const outlineOf = (point: LatticePoint | LatticeEdge, layout: ChipLayout, sizes: MapSizes): string =>
  'from' in point ? couplingPath(point, layout.couplingShape, sizes) : qubitPath(centre(point, sizes), sizes);

const fillOf = ({ drawn }: MapCell, { scale }: MapLayer): string | undefined =>
  drawn === null || !scale ? undefined : scale.fill(drawn);
