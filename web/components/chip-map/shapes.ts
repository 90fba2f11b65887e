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

/** The outline of a coupling between the edges of its qubits: a bar, or a hexagon that fills the gap. */
export function couplingPath(edge: LatticeEdge, shape: ChipLayout['couplingShape'], sizes: MapSizes): string {
  const from = centre(edge.from, sizes);
  const to = centre(edge.to, sizes);
  const length = Math.hypot(to.x - from.x, to.y - from.y) || 1;
  const along = { x: (to.x - from.x) / length, y: (to.y - from.y) / length };
  // Distance from a square's centre to its edge in this direction, and a gap of one pixel.
  const start = sizes.qubit / 2 / Math.max(Math.abs(along.x), Math.abs(along.y)) + 1;
  const half = sizes.coupling / 2;
  const shoulder = shape === 'hexagon' ? Math.min(half, (length - 2 * start) / 2) * 0.7 : 0;
  const at = (distance: number, side: number) =>
    `${round(from.x + along.x * distance - along.y * side)} ${round(from.y + along.y * distance + along.x * side)}`;
  const end = length - start;
  const points =
    shape === 'hexagon'
      ? [
          at(start, 0),
          at(start + shoulder, half),
          at(end - shoulder, half),
          at(end, 0),
          at(end - shoulder, -half),
          at(start + shoulder, -half),
        ]
      : [at(start, half), at(end, half), at(end, -half), at(start, -half)];
  return `M${points.join('L')}Z`;
}

/** The outline of a qubit's square with slightly rounded corners. */
export function qubitPath(at: { x: number; y: number }, { qubit }: MapSizes): string {
  const half = qubit / 2;
  const corner = Math.min(6, qubit * 0.16);
  const side = round(qubit - 2 * corner);
  const arc = (x: number, y: number) => `a${corner} ${corner} 0 0 1 ${x} ${y}`;
  return `M${round(at.x - half + corner)} ${round(at.y - half)}h${side}${arc(corner, corner)}v${side}${arc(-corner, corner)}h${-side}${arc(-corner, -corner)}v${-side}${arc(corner, -corner)}Z`;
}

/** The middle of the hatched frame of a stale cell, four pixels wide inside a qubit's edge; a coupling is hatched as a whole. */
export const stalePath = (at: { x: number; y: number }, sizes: MapSizes): string =>
  qubitPath(at, { ...sizes, qubit: Math.max(2, sizes.qubit - 4) });

/** The dot of a fresh cell where most are stale: in a corner of a qubit that has no other mark, in the middle of a coupling. */
export function freshMarkPath(at: { x: number; y: number }, isQubit: boolean, { qubit, coupling }: MapSizes): string {
  const radius = round(isQubit ? Math.max(1.5, Math.min(2.6, qubit * 0.07)) : Math.max(1.5, coupling * 0.18));
  const offset = isQubit ? Math.max(0, qubit / 2 - radius - 3) : 0;
  return `M${round(at.x - offset - radius)} ${round(at.y + offset)}a${radius} ${radius} 0 1 1 ${2 * radius} 0a${radius} ${radius} 0 1 1 ${-2 * radius} 0Z`;
}

/** The dotted edge inside a simulated cell: within a qubit's square, in the middle of a coupling. */
export function innerPath(at: { x: number; y: number }, isQubit: boolean, { qubit, coupling }: MapSizes): string {
  const half = round(isQubit ? Math.max(2, qubit / 2 - 3) : Math.max(1.5, coupling * 0.3));
  const side = 2 * half;
  return `M${round(at.x - half)} ${round(at.y - half)}h${side}v${side}h${-side}Z`;
}

/** The mark of a cell of which a value waits: a dot in the corner that no note has. */
export function heldMarkPath(at: { x: number; y: number }, isQubit: boolean, { qubit, coupling }: MapSizes): string {
  const radius = round(isQubit ? Math.max(2, Math.min(4.5, qubit * 0.13)) : Math.max(2, Math.min(4.5, coupling * 0.4)));
  const offset = isQubit ? qubit / 2 - radius * 0.6 : 0;
  return `M${round(at.x - offset - radius)} ${round(at.y - offset)}a${radius} ${radius} 0 1 1 ${2 * radius} 0a${radius} ${radius} 0 1 1 ${-2 * radius} 0Z`;
}

/** The mark of a noted cell: a corner folded over, at the corner of a qubit and in the middle of a coupling. */
export function noteMarkPath(at: { x: number; y: number }, isQubit: boolean, { qubit, coupling }: MapSizes): string {
  const side = round(isQubit ? Math.max(4, Math.min(10, qubit * 0.28)) : Math.max(4, Math.min(9, coupling * 0.8)));
  const right = isQubit ? qubit / 2 : side / 2;
  const top = isQubit ? qubit / 2 : side / 2;
  return `M${round(at.x + right - side)} ${round(at.y - top)}h${side}v${side}Z`;
}

const round = (value: number): number => Math.round(value * 100) / 100;
