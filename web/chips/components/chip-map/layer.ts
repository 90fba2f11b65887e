import type { LatticeKind } from '../../../ui/lib/api/wire.ts';
import { cellFigure, cellSentence, cellText } from '../../../values/lib/metrics/cell-text.ts';
import {
  drawnValues,
  isAllSimulated,
  isSimulated,
  type MapCell,
  targetLabel,
} from '../../../values/lib/metrics/cells.ts';
import { isMeasuredOnly } from '../../../values/lib/metrics/listed-metrics.ts';
import type { ChipLayout, LatticeEdge, LatticePoint } from '../../lib/map/chip-layout.ts';
import { inkOn, rimOf } from '../../lib/map/color-scale.ts';
import { isMostlyStale } from '../../lib/map/layer-stamps.ts';
import type { MapLayer } from '../../lib/map/layers.ts';
import { type Vector, vectorOf } from './shapes.ts';

/** Connected qubits and the couplings between them. */
export type MapPatch = Readonly<Record<LatticeKind, ReadonlySet<string>>>;

export const noPatch: MapPatch = { qubit: new Set(), coupling: new Set() };

/** What a cell is drawn with at any size, apart from what the keyboard and the selection change. */
export interface DrawnCell {
  point: LatticePoint;
  index: number;
  kind: LatticeKind;
  /** From one end of a coupling to the other; undefined for a qubit. */
  along: Vector | undefined;
  state: MapCell['state'];
  /** It shows a held value, without a colour. */
  isHollow: boolean;
  fill: string | undefined;
  /** The edge of a filled cell, which is distinct from the page. */
  rim: string;
  /** The colour of digits on the fill; empty without a fill. */
  ink: string;
  marks: readonly Mark[];
  /** The digits of the cell, and the name above them. */
  figure: string;
  caption: string;
}

/** One layer of a map, whatever its size. */
export interface DrawnLayer {
  kind: LatticeKind;
  cells: readonly DrawnCell[];
  /** Digits of the longest figure. */
  longest: number;
}

/**
 * The cells of a layer as they are drawn at any size (docs/design/web.md#maps): the model of both drawings.
 * @param withNotes the targets that carry a mark
 */
export function drawLayer(
  layer: MapLayer,
  layout: ChipLayout,
  isDark: boolean,
  withNotes: { has(target: string): boolean },
): DrawnLayer {
  // No map shows an element.
  const kind = layer.display.kind as LatticeKind;
  const isQubit = kind === 'qubit';
  const points: readonly (LatticePoint | LatticeEdge)[] = isQubit ? layout.qubits : layout.couplings;
  const stamped = { isSimulated: isAllSimulated(layer.cells), isStale: isMostlyStale(layer.cells) };
  const isDrawn = isQubit || layout.couplingShape !== 'none';
  const cells = (isDrawn ? points : []).flatMap((point, index): DrawnCell[] => {
    const cell = layer.cells[index];
    if (!cell) return [];
    const fill = fillOf(cell, layer);
    return [
      {
        point,
        index,
        kind,
        along: 'from' in point ? vectorOf(point) : undefined,
        state: cell.state,
        isHollow: cell.hollow !== undefined,
        fill,
        rim: fill ? rimOf(fill, isDark) : '',
        ink: fill ? inkOn(fill) : '',
        marks: marksOf(cell, withNotes.has(cell.target), stamped),
        figure: cellFigure(cell, layer.figures),
        caption: isQubit ? targetLabel('qubit', cell.target) : '',
      },
    ];
  });
  return { kind, cells, longest: Math.max(1, ...cells.map(({ figure }) => figure.length)) };
}

/** What a screen reader says of each cell of a layer. */
export function cellLabels(
  layer: MapLayer,
  timeZone: string,
  withNotes: { has(target: string): boolean },
  inPatch: { has(target: string): boolean },
): string[] {
  const present = drawnValues(layer.cells).length;
  return layer.cells.map((cell) => {
    const text = cellText(cell, layer.display, present, timeZone);
    const label = [
      cellSentence(text, layer.display, cell.words ? undefined : cell.state, {
        detail: layer.details?.get(cell.target),
        held: cell.hollow && cell.held,
      }),
      inPatch.has(cell.target) && 'in the best patch',
      !cell.hollow && cell.held,
      withNotes.has(cell.target) && 'noted',
    ];
    return label.filter(Boolean).join(', ');
  });
}

export type Mark = 'faulty' | 'held' | 'measured' | 'simulated' | 'stale' | 'fresh' | 'noted';

/** Marks that a cell has at most; the first ones of the list are kept. */
const mostMarks = 2;

/** One list for equal marks, so that a cell with the same marks is the same. */
const knownMarks = new Map<string, readonly Mark[]>();

/**
 * The marks of a cell in their order (rule MAP-5). A mark that is stamped on the whole layer is not repeated in cells:
 * if most cells are stale, the fresh ones are marked.
 */
export function marksOf(
  cell: MapCell,
  isNoted: boolean,
  stamped: { isSimulated: boolean; isStale: boolean },
): readonly Mark[] {
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
  const marks = wanted.flatMap(([mark, applies]) => (applies ? [mark] : [])).slice(0, mostMarks);
  const key = marks.join();
  const known = knownMarks.get(key) ?? marks;
  knownMarks.set(key, known);
  return known;
}

/** A cell with a held value has no colour: it is hollow. */
const fillOf = ({ drawn, hollow }: MapCell, { scale }: MapLayer): string | undefined =>
  drawn === null || hollow || !scale ? undefined : scale.fill(drawn);
