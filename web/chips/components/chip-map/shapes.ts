import type { ChipLayout, LatticeEdge } from '../../lib/map/chip-layout.ts';
import { openingZoom } from '../../lib/map/zoom.ts';

/** Sizes of a map in CSS pixels, all following from its pitch. */
export interface MapSizes {
  pitch: number;
  /** Side of a qubit's square. */
  qubit: number;
  /** Thickness of a coupling's line, or width of its hexagon. */
  coupling: number;
  width: number;
  height: number;
}

/** Said where the couplings of a chip fit no drawing. */
export const noMapText = 'No map: the couplings fit no drawing. The qubits are listed in their order.';

const maxPitch = 84;
const minPitch = 7;
const maxHeight = 760;

/** Sizes for a layout that may be so wide when it is not zoomed. */
export function mapSizes(layout: ChipLayout, available: number, zoom = 1): MapSizes {
  const pitch = zoom * Math.max(minPitch, Math.min(maxPitch, available / layout.columns, maxHeight / layout.rows));
  const hexagon = layout.couplingShape === 'hexagon';
  return {
    pitch,
    qubit: pitch * (hexagon ? 0.6 : 0.72),
    coupling: pitch * (hexagon ? 0.34 : 0.2 * layout.lineShare),
    width: layout.columns * pitch,
    height: layout.rows * pitch,
  };
}

/** Height of a map that opens larger than it fits, in a narrow window. */
const openedHeight = 420;
/** Room for the outline of a cell at the edge, on both sides. */
const edge = 8;

/** How high the frame of a map is at most, whatever its zoom, so that zooming moves nothing on the page. */
export const frameHeight = (fitting: MapSizes, available: number): number =>
  edge + Math.max(fitting.height, Math.min(openedHeight, fitting.height * openingZoom(available, fitting)));

/** The centre of a lattice point in pixels. */
export const centre = (point: { x: number; y: number }, { pitch }: MapSizes) => ({
  x: (point.x + 0.5) * pitch,
  y: (point.y + 0.5) * pitch,
});

/** The paths of a cell at one size, around its middle, in pixels. Cells of one kind and direction share them. */
export interface CellGeometry {
  outline: string;
  /** The hatch of a stale cell: the middle of a qubit's frame, the outline of a coupling. */
  stale: string;
  /** The cross of a faulty cell. */
  cross: string;
  /** The dotted edge of a simulated cell. */
  inner: string;
  /** The dot of a cell with a value that waits, in the corner that no note has. */
  held: string;
  /** The dot of a fresh cell where most are stale. */
  fresh: string;
  /** The folded corner of a noted cell. */
  noted: string;
  /** Shortest side of the cell. */
  side: number;
  /** The rectangle that the outline fills, about, and the direction of its length. */
  block: { length: number; width: number; right: number; down: number };
}

/**
 * The geometry of each cell at one size. A coupling is drawn between the edges of its qubits: as a bar, or as a hexagon that fills the
 * gap.
 */
export function cellGeometries(shape: ChipLayout['couplingShape'], sizes: MapSizes) {
  const qubit = qubitGeometry(sizes);
  const couplings = new Map<string, CellGeometry>();
  return ({ along }: { along: Vector | undefined }): CellGeometry => {
    if (!along) return qubit;
    const known = couplings.get(along.key);
    if (known) return known;
    const made = couplingGeometry(along, shape, sizes);
    couplings.set(along.key, made);
    return made;
  };
}

/** From one qubit of a coupling to the other, in pitches. */
export interface Vector {
  x: number;
  y: number;
  /** Equal for equal vectors. */
  key: string;
}

export function vectorOf({ from, to }: LatticeEdge): Vector {
  const [x, y] = [round(to.x - from.x), round(to.y - from.y)];
  return { x, y, key: `${x} ${y}` };
}

/** The outline of a qubit's square with slightly rounded corners. */
export function qubitOutline(side: number): string {
  const half = side / 2;
  const corner = round(Math.min(6, side * 0.16));
  const straight = round(side - 2 * corner);
  const arc = (x: number, y: number) => `a${corner} ${corner} 0 0 1 ${x} ${y}`;
  return `M${round(corner - half)} ${round(-half)}h${straight}${arc(corner, corner)}v${straight}${arc(-corner, corner)}h${-straight}${arc(-corner, -corner)}v${-straight}${arc(corner, -corner)}Z`;
}

/** Pixels of the hatched frame of a stale qubit, inside its edge. */
export const staleFrame = 4;

function qubitGeometry({ qubit: side }: MapSizes): CellGeometry {
  const half = side / 2;
  const [held, fresh] = [between(2, side * 0.13, 4.5), between(1.5, side * 0.07, 2.6)];
  const toCorner = Math.max(0, half - fresh - 3);
  const corner = between(4, side * 0.28, 10);
  return {
    outline: qubitOutline(side),
    stale: qubitOutline(Math.max(2, side - staleFrame)),
    cross: crossPath(Math.max(2, side * 0.3)),
    inner: squarePath(Math.max(2, half - 3)),
    held: dotPath(held * 0.6 - half, half - held * 0.6, held),
    fresh: dotPath(-toCorner, toCorner, fresh),
    noted: foldPath(half - corner, -half, corner),
    side,
    block: { length: side, width: side, right: 1, down: 0 },
  };
}

function couplingGeometry(along: Vector, shape: ChipLayout['couplingShape'], sizes: MapSizes): CellGeometry {
  const { coupling: side, pitch } = sizes;
  const length = Math.hypot(along.x, along.y) || 1;
  const [right, down] = [along.x / length, along.y / length];
  // Distance from the middle to the edge of a qubit's square in this direction, and a gap of one pixel.
  const end = (length * pitch) / 2 - sizes.qubit / 2 / Math.max(Math.abs(right), Math.abs(down)) - 1;
  const half = side / 2;
  const shoulder = shape === 'hexagon' ? Math.min(half, end) * 0.7 : 0;
  const at = (distance: number, across: number) =>
    `${round(right * distance - down * across)} ${round(down * distance + right * across)}`;
  const corners =
    shape === 'hexagon'
      ? [
          at(-end, 0),
          at(shoulder - end, half),
          at(end - shoulder, half),
          at(end, 0),
          at(end - shoulder, -half),
          at(shoulder - end, -half),
        ]
      : [at(-end, half), at(end, half), at(end, -half), at(-end, -half)];
  const outline = `M${corners.join('L')}Z`;
  const corner = between(4, side * 0.8, 9);
  return {
    outline,
    stale: outline,
    cross: crossPath(Math.max(2, side * 0.27)),
    inner: squarePath(Math.max(1.5, side * 0.3)),
    held: dotPath(0, 0, between(2, side * 0.4, 4.5)),
    fresh: dotPath(0, 0, Math.max(1.5, side * 0.18)),
    noted: foldPath(-corner / 2, -corner / 2, corner),
    side,
    block: { length: 2 * end - shoulder, width: side, right, down },
  };
}

const crossPath = (arm: number): string => {
  const [a, b] = [round(arm), round(2 * arm)];
  return `M${-a} ${-a}l${b} ${b}m0 ${-b}l${-b} ${b}`;
};

const squarePath = (half: number): string => {
  const [a, b] = [round(half), round(2 * half)];
  return `M${-a} ${-a}h${b}v${b}h${-b}Z`;
};

const dotPath = (x: number, y: number, radius: number): string => {
  const [r, d] = [round(radius), round(2 * radius)];
  return `M${round(x - r)} ${round(y)}a${r} ${r} 0 1 1 ${d} 0a${r} ${r} 0 1 1 ${-d} 0Z`;
};

const foldPath = (left: number, top: number, side: number): string =>
  `M${round(left)} ${round(top)}h${round(side)}v${round(side)}Z`;

const between = (least: number, wanted: number, most: number): number => Math.max(least, Math.min(most, wanted));

const round = (value: number): number => Math.round(value * 100) / 100;
