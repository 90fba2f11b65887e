import type { Position } from './types.ts';

/** The positions of the qubits of a graph, in their order. */
export type Places = readonly Position[];

/** The same drawing, turned and mirrored so that it is not far higher than wide, and its first qubits come first, by rows. */
export function upright(places: Places): Places {
  const turned = [places, places.map(({ row, col }) => ({ row: col, col: row }))];
  const mirrored = turned.flatMap((one) => [
    one,
    one.map(({ row, col }) => ({ row, col: -col })),
    one.map(({ row, col }) => ({ row: -row, col })),
    one.map(({ row, col }) => ({ row: -row, col: -col })),
  ]);
  return mirrored.map(startingAtZero).reduce((best, one) => (isBefore(one, best) ? one : best));
}

/** Places moved so that rows and columns begin at 0. */
export function startingAtZero(places: Places): Places {
  const row = places.reduce((least, at) => Math.min(least, at.row), Number.POSITIVE_INFINITY);
  const col = places.reduce((least, at) => Math.min(least, at.col), Number.POSITIVE_INFINITY);
  return places.map((at) => ({ row: at.row - row, col: at.col - col }));
}

/** How many rows and columns places that begin at 0 take. */
export const extent = (places: Places) => ({
  rows: 1 + places.reduce((most, { row }) => Math.max(most, row), 0),
  cols: 1 + places.reduce((most, { col }) => Math.max(most, col), 0),
});

/** Rows for each column above which a drawing is turned. */
const HIGH = 1.5;

function isHigh(places: Places): boolean {
  const { rows, cols } = extent(places);
  return rows > HIGH * cols;
}

function isBefore(a: Places, b: Places): boolean {
  if (isHigh(a) !== isHigh(b)) return isHigh(b);
  const index = a.findIndex((at, place) => at.row !== b[place]?.row || at.col !== b[place]?.col);
  const [first, second] = [a[index], b[index]];
  if (!first || !second) return false;
  return first.row !== second.row ? first.row < second.row : first.col < second.col;
}
