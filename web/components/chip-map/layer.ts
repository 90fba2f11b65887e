import type { LatticeKind } from '../../lib/api/wire.ts';
import type { ChipLayout, LatticeEdge, LatticePoint } from '../../lib/map/chip-layout.ts';
import { inkOn } from '../../lib/map/color-scale.ts';
import { isMostlyStale } from '../../lib/map/layer-stamps.ts';
import type { MapLayer } from '../../lib/map/layers.ts';
import { cellFigure, cellSentence, cellText } from '../../lib/metrics/cell-text.ts';
import { drawnValues, isAllSimulated, isSimulated, type MapCell, targetLabel } from '../../lib/metrics/cells.ts';
import { isMeasuredOnly } from '../../lib/metrics/measured-only.ts';
import type { CellShapeProps } from './map-cell-shape.tsx';
import type { CellFigures } from './map-figures.tsx';
import {
  centre,
  couplingPath,
  freshMarkPath,
  heldMarkPath,
  innerPath,
  type MapSizes,
  noteMarkPath,
  qubitPath,
  stalePath,
} from './shapes.ts';

/** Connected qubits and the couplings between them. */
export type MapPatch = Readonly<Record<LatticeKind, ReadonlySet<string>>>;

export const noPatch: MapPatch = { qubit: new Set(), coupling: new Set() };

/** What a cell is drawn with, apart from what the keyboard and the selection change. */
export interface DrawnCell {
  point: LatticePoint;
  shape: Omit<CellShapeProps, 'isTabStop' | 'isSelected' | 'isTicked' | 'column' | 'inGrid' | 'id'>;
  figures: CellFigures;
}

/** Smallest side of a cell, in pixels, that holds text (rule MAP-7). */
const textSide = 28;
const captionSide = 34;
/** Pixels of the digits of a layer, all of one size; where they would be smaller, none is drawn until the map is zoomed. */
const [smallestText, largestText] = [11, 15];
/** Width of a digit in parts of its height. */
const digitWidth = 0.58;
/** How much of a hexagon's width holds text. */
const hexagonShare = 0.92;

/** The size at which the longest number of a layer fits its cells; 0 where that is too small to be read. */
function textSize(layer: MapLayer, side: number): number {
  const longest = Math.max(1, ...layer.cells.map((cell) => cellFigure(cell, layer.figures).length));
  const size = Math.min(largestText, (side - 2) / (longest * digitWidth));
  return size >= smallestText ? size : 0;
}

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
  if (!isQubit && layout.couplingShape === 'none') return [];
  const points: readonly (LatticePoint | LatticeEdge)[] = isQubit ? layout.qubits : layout.couplings;
  const present = drawnValues(layer.cells).length;
  const side = isQubit ? sizes.qubit : layout.couplingShape === 'hexagon' ? sizes.coupling : 0;
  const stamped = { isSimulated: isAllSimulated(layer.cells), isStale: isMostlyStale(layer.cells) };
  const fontSize = side >= textSide ? textSize(layer, isQubit ? side : side * hexagonShare) : 0;
  return points.flatMap((point, index) => {
    const cell = layer.cells[index];
    if (!cell) return [];
    const fill = fillOf(cell, layer);
    const at = centre(point, sizes);
    const figure = fontSize > 0 ? cellFigure(cell, layer.figures) : '';
    const x = Math.round(at.x * 10) / 10;
    const y = Math.round(at.y * 10) / 10;
    const ink = fill ? inkOn(fill) : '';
    const isNoted = withNotes.has(cell.target);
    const text = cellText(cell, layer.display, present, timeZone);
    const label = [
      cellSentence(text, layer.display, cell.words ? undefined : cell.state, {
        detail: layer.details?.get(cell.target),
        held: cell.hollow && cell.held,
      }),
      inPatch.has(cell.target) && 'in the best patch',
      !cell.hollow && cell.held,
      isNoted && 'noted',
    ];
    return [
      {
        point,
        shape: {
          index,
          // No map shows an element.
          kind: layer.display.kind as LatticeKind,
          path: outlineOf(point, layout, sizes),
          x,
          y,
          state: cell.state,
          isHollow: cell.hollow !== undefined,
          fill,
          ink,
          patterns,
          cross: Math.max(2, (isQubit ? sizes.qubit : sizes.coupling * 0.9) * 0.3),
          ...drawMarks(marksOf(cell, isNoted, stamped), outlineOf(point, layout, sizes), at, sizes, isQubit),
          label: label.filter(Boolean).join(', '),
        },
        figures: {
          x,
          y,
          fill,
          ink,
          figure,
          caption: isQubit && side >= captionSide ? targetLabel('qubit', cell.target) : '',
          fontSize,
        },
      },
    ];
  });
}

type Mark = 'faulty' | 'held' | 'measured' | 'simulated' | 'stale' | 'fresh' | 'noted';

/** Marks that a cell has at most; the first ones of the list are kept. */
const mostMarks = 2;

/**
 * The marks of a cell in their order (rule MAP-5). A mark that is stamped on the whole layer is not repeated in cells:
 * if most cells are stale, the fresh ones are marked.
 */
export function marksOf(
  cell: MapCell,
  isNoted: boolean,
  stamped: { isSimulated: boolean; isStale: boolean },
): ReadonlySet<Mark> {
  const hasNumber = cell.drawn !== null;
  const isChosen = cell.held !== null && isMeasuredOnly({ state: 'held', because: cell.heldBecause });
  const wanted: [Mark, boolean][] = [
    ['faulty', cell.state === 'faulty' && !cell.hollow],
    ['held', cell.held !== null && !isChosen],
    ['measured', isChosen],
    ['simulated', isSimulated(cell) && !cell.hollow && !stamped.isSimulated],
    ['stale', hasNumber && !cell.hollow && cell.state === 'stale' && !stamped.isStale],
    ['fresh', hasNumber && !cell.hollow && cell.state === 'fresh' && stamped.isStale],
    ['noted', isNoted],
  ];
  return new Set(
    wanted
      .filter(([, applies]) => applies)
      .map(([mark]) => mark)
      .slice(0, mostMarks),
  );
}

const drawMarks = (
  marks: ReadonlySet<Mark>,
  outline: string,
  at: { x: number; y: number },
  sizes: MapSizes,
  isQubit: boolean,
): Pick<CellShapeProps, 'inner' | 'mark' | 'held' | 'measured' | 'stale' | 'fresh'> => ({
  inner: marks.has('simulated') ? innerPath(at, isQubit, sizes) : undefined,
  held: marks.has('held') ? heldMarkPath(at, isQubit, sizes) : undefined,
  measured: marks.has('measured') ? heldMarkPath(at, isQubit, sizes) : undefined,
  stale: marks.has('stale') ? (isQubit ? stalePath(at, sizes) : outline) : undefined,
  fresh: marks.has('fresh') ? freshMarkPath(at, isQubit, sizes) : undefined,
  mark: marks.has('noted') ? noteMarkPath(at, isQubit, sizes) : undefined,
});

const outlineOf = (point: LatticePoint | LatticeEdge, layout: ChipLayout, sizes: MapSizes): string =>
  'from' in point ? couplingPath(point, layout.couplingShape, sizes) : qubitPath(centre(point, sizes), sizes);

/** A cell with a held value has no colour: it is hollow. */
const fillOf = ({ drawn, hollow }: MapCell, { scale }: MapLayer): string | undefined =>
  drawn === null || hollow || !scale ? undefined : scale.fill(drawn);
