import type { ChipLayout } from '../../lib/map/chip-layout.ts';
import type { DrawnCell, DrawnLayer, MapPatch, Mark } from './layer.ts';
import { type CellGeometry, centre, type MapSizes, qubitOutline, staleFrame } from './shapes.ts';

/*
 * What a map is drawn of: the model that the SVG and the canvas share (rule MAP-29). Neither drawing decides a colour, a width or a
 * path.
 */

/** Colours of the page that a map is drawn with, besides those of its values. */
export const tokens = [
  '--ink-1',
  '--ink-2',
  '--ground',
  '--line',
  '--line-strong',
  '--bad',
  '--bad-soft',
  '--warn',
  '--focus',
] as const;
export type Token = (typeof tokens)[number];

/** Diagonal stripes on a ground, so many pixels apart and wide. */
export const hatches = {
  'hatch:stale-light': { gap: 4, width: 0.8, stroke: '#ffffff', opacity: 0.75, ground: undefined },
  'hatch:stale-dark': { gap: 4, width: 0.8, stroke: '#10141c', opacity: 0.7, ground: undefined },
  'hatch:missing': { gap: 5, width: 0.9, stroke: '--line-strong', opacity: 0.55, ground: '--ground' },
} as const;
export type Hatch = keyof typeof hatches;
export const hatchNames = Object.keys(hatches) as Hatch[];

/** A colour of the page by its name, a hatch, or a colour in itself: `rgb(...)` or `#rrggbb`. */
export type Paint = Token | Hatch | `rgb${string}` | `#${string}`;

/** A path with its paints, in pixels around the middle of its cell. */
export interface Piece {
  path: string;
  fill?: Paint;
  stroke?: Paint;
  /** Pixels of the stroke. */
  width?: number;
  /** Pixels of dashes and gaps. */
  dash?: readonly [number, number];
  isRound?: boolean;
}

/** A line of text, centred on its cell. */
export interface TextPiece {
  text: string;
  /** Pixels below the middle of the cell, of its baseline. */
  y: number;
  size: number;
  weight: 400 | 600;
  fill: Paint;
  /** The colour around the letters, where there may be more behind them than the colour of the cell. */
  halo: Paint | undefined;
}

/** What the reader has done to a cell. */
export interface Emphasis {
  isSelected: boolean;
  isTicked: boolean;
  isFocused: boolean;
}

/** Shortest side in pixels of a cell that has marks; a smaller one has only its colour and its edge. */
const markSide = 10;
/** Pixels around the letters. */
export const haloWidth = 3;

/** The paths of a cell in their order, the lowest first. */
export function cellPieces(cell: DrawnCell, at: CellGeometry, emphasis: Emphasis): Piece[] {
  const outline: Piece = { path: at.outline, ...groundOf(cell), ...edgeOf(cell, emphasis) };
  if (at.side < markSide) return [outline];
  if (cell.marks.length === 0) return [outline];
  return [
    outline,
    ...marksUpwards.filter((mark) => cell.marks.includes(mark)).map((mark) => markPiece(mark, cell, at)),
  ];
}

/** The marks in the order in which they are drawn. */
const marksUpwards: readonly Mark[] = ['stale', 'faulty', 'simulated', 'fresh', 'held', 'measured', 'noted'];

/**
 * The colour of a cell that is drawn as a block, while so many move that their edges and marks would take longer than a frame. An
 * exception has none: it is always drawn in full.
 */
export function blockPaint(cell: DrawnCell, { isSelected, isTicked, isFocused }: Emphasis): Paint | undefined {
  if (isSelected || isTicked || isFocused) return undefined;
  if (cell.fill) return cell.fill as Paint;
  return cell.state === 'missing' && !cell.isHollow ? '--line' : undefined;
}

const groundOf = ({ isHollow, fill, state }: DrawnCell): Pick<Piece, 'fill'> => {
  if (isHollow) return {};
  if (fill) return { fill: fill as Paint };
  return { fill: state === 'faulty' ? '--bad-soft' : 'hatch:missing' };
};

/** The edge of a cell: that of the focus, of a tick, of the selection, else of its state. */
function edgeOf(
  cell: DrawnCell,
  { isFocused, isTicked, isSelected }: Emphasis,
): Pick<Piece, 'stroke' | 'width' | 'dash'> {
  if (isFocused) return { stroke: '--focus', width: 3.4 };
  if (isTicked) return { stroke: '--ink-1', width: 3.4 };
  if (isSelected) return { stroke: '--ink-1', width: 2.6 };
  if (cell.isHollow) return { stroke: '--warn', width: 1.6 };
  if (cell.state === 'faulty') return { stroke: '--bad', width: 1.2 };
  if (cell.fill) return { stroke: cell.rim as Paint, width: 0.75 };
  return { stroke: '--line-strong', width: 1, dash: [3, 2] };
}

function markPiece(mark: Mark, { kind, ink }: DrawnCell, at: CellGeometry): Piece {
  const onFill = (ink || '--ink-1') as Paint;
  switch (mark) {
    case 'faulty':
      return { path: at.cross, stroke: '--bad', width: 1.8, isRound: true };
    case 'held':
      return { path: at.held, fill: '--warn', stroke: '--ground', width: 1.4 };
    case 'measured':
      return { path: at.held, fill: '--ground', stroke: '--ink-1', width: 1.4 };
    case 'simulated':
      return { path: at.inner, stroke: onFill, width: 1.2, dash: [1.2, 2.4] };
    case 'stale': {
      const hatch = ink === '#ffffff' ? 'hatch:stale-light' : 'hatch:stale-dark';
      // A frame around the digits of a qubit, which it leaves clean; a coupling is hatched as a whole.
      return kind === 'qubit' ? { path: at.stale, stroke: hatch, width: staleFrame } : { path: at.stale, fill: hatch };
    }
    case 'fresh':
      return { path: at.fresh, fill: onFill };
    case 'noted':
      return { path: at.noted, fill: '--ink-1', stroke: '--ground', width: 1.4, isRound: true };
  }
}

/** Smallest side of a cell, in pixels, that holds digits (rule MAP-7), and that holds a name above them. */
const textSide = 28;
const captionSide = 34;
const captionSize = 9.5;
/** Pixels of the digits of a layer, all of one size; where they would be smaller, none is drawn until the map is zoomed. */
const [smallestText, largestText] = [11, 15];
/** Width of a digit in parts of its height. */
const digitWidth = 0.58;
/** How much of a hexagon's width holds text. */
const hexagonShare = 0.92;

/** How the texts of a layer are written at one size. */
interface TextSizes {
  /** Pixels of the digits; 0 where they could not be read. */
  figure: number;
  hasCaptions: boolean;
}

export function textSizes(
  { kind, longest }: DrawnLayer,
  shape: ChipLayout['couplingShape'],
  sizes: MapSizes,
): TextSizes {
  const isQubit = kind === 'qubit';
  // A line is too thin for a text.
  const side = isQubit ? sizes.qubit : shape === 'hexagon' ? sizes.coupling : 0;
  const room = isQubit ? side : side * hexagonShare;
  const size = Math.min(largestText, (room - 2) / (longest * digitWidth));
  return {
    figure: side >= textSide && size >= smallestText ? size : 0,
    hasCaptions: isQubit && side >= captionSide,
  };
}

/** The texts of a cell: its name if there is room, and its digits. */
export function cellTexts(cell: DrawnCell, sizes: TextSizes): TextPiece[] {
  const figure = sizes.figure > 0 ? cell.figure : '';
  const caption = sizes.hasCaptions ? cell.caption : '';
  // A plain qubit has nothing but its colour behind its texts.
  const hasHalo = cell.fill && (cell.kind === 'coupling' || cell.marks.length > 0);
  const paints = (plain: Paint) => ({
    fill: (cell.fill ? cell.ink : plain) as Paint,
    halo: hasHalo ? (cell.fill as Paint) : undefined,
  });
  const texts: TextPiece[] = [];
  if (caption) {
    const y = figure ? -sizes.figure * 0.42 : 3.5;
    texts.push({ text: caption, y, size: captionSize, weight: 400, ...paints('--ink-2') });
  }
  if (figure) {
    const y = sizes.figure * (caption ? 0.72 : 0.36);
    texts.push({ text: figure, y, size: sizes.figure, weight: 600, ...paints('--ink-1') });
  }
  return texts;
}

/** A piece at a place of the map, in pixels. */
export interface Placed {
  key: string;
  x: number;
  y: number;
  piece: Piece;
}

/** Plain lines where couplings carry no metric. */
export function bareCouplings(layout: ChipLayout, sizes: MapSizes): Placed[] {
  if (layout.couplingShape === 'none') return [];
  return layout.couplings.map((edge) => linePiece(edge, sizes, { stroke: '--line', width: 2 }));
}

const linePiece = (
  { id, from, to, x, y }: ChipLayout['couplings'][number],
  sizes: MapSizes,
  paints: Omit<Piece, 'path'>,
): Placed => {
  const by = { x: ((to.x - from.x) * sizes.pitch) / 2, y: ((to.y - from.y) * sizes.pitch) / 2 };
  return { key: id, ...centre({ x, y }, sizes), piece: { path: `M${-by.x} ${-by.y}L${by.x} ${by.y}`, ...paints } };
};

/** How far the frame of a patch extends beyond the cells, outside and inside, in pixels. */
const frameEdges = [
  { width: 8, paint: '--ink-1' },
  { width: 3, paint: '--ground' },
] as const;

/** One frame around all cells of a patch, to be drawn behind them, so that no number is hidden (rule MAP-11). */
export function patchFrame(patch: MapPatch, layout: ChipLayout, sizes: MapSizes): Placed[] {
  const qubits = layout.qubits.filter(({ id }) => patch.qubit.has(id));
  if (qubits.length === 0) return [];
  const couplings = layout.couplings.filter(({ id }) => patch.coupling.has(id));
  const path = qubitOutline(sizes.qubit);
  return frameEdges.flatMap(({ width, paint }) => [
    ...couplings.map((edge) => linePiece(edge, sizes, { stroke: paint, width: sizes.coupling + width })),
    ...qubits.map((qubit) => ({
      key: qubit.id,
      ...centre(qubit, sizes),
      piece: { path, fill: paint, stroke: paint, width, isRound: true },
    })),
  ]);
}
