import type { Position } from '../../../../chips/rules/topology/types.ts';
import { fromZero, haveSharedPosition } from '../device-topology.ts';

/** Farthest row or column of a drawing. */
const MAX_PLACE = 1000;

/**
 * Rows and columns of qubits that a device draws at any distance from each other: the smallest distance in a direction is
 * one row or column. Undefined where a qubit has no place, two have the same one, or they do not fit a grid.
 */
export function placesOf(
  qids: readonly string[],
  drawn: ReadonlyMap<string, Position>,
): Record<string, Position> | undefined {
  const found = qids.flatMap((qid): [string, Position][] => {
    const at = drawn.get(qid);
    return at ? [[qid, at]] : [];
  });
  if (found.length < qids.length) return undefined;
  const toRow = stepsOf(found.map(([, { row }]) => row));
  const toCol = stepsOf(found.map(([, { col }]) => col));
  const places = found.map(([qid, { row, col }]): [string, Position] => [qid, { row: toRow(row), col: toCol(col) }]);
  const fits = places.every(([, { row, col }]) => row <= MAX_PLACE && col <= MAX_PLACE);
  const byQid = Object.fromEntries(places);
  return fits && !haveSharedPosition(byQid) ? fromZero(byQid) : undefined;
}

/** Coordinates this close to each other are the same one: those of drawings are rounded. */
const tolerance = 1e-6;

/** Counts coordinates of one direction in steps of their smallest distance, from 0. */
function stepsOf(coordinates: readonly number[]): (coordinate: number) => number {
  const sorted = [...coordinates].sort((a, b) => a - b);
  const first = sorted[0] ?? 0;
  const distances = sorted.slice(1).map((value, index) => value - (sorted[index] ?? value));
  const step = distances
    .filter((distance) => distance > tolerance)
    .reduce((least, one) => Math.min(least, one), Infinity);
  return (coordinate) => (Number.isFinite(step) ? Math.round((coordinate - first) / step) : 0);
}
