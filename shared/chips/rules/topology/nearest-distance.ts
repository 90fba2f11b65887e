import type { Position } from './types.ts';

/**
 * The distance of the two nearest qubits, in cells along a row, a column or a diagonal, and at least 1; 1 for fewer than two. Maps
 * are drawn at the scale of it: a layout on whole numbers may be finer than its qubits are large.
 */
export function nearestDistance(positions: readonly Position[]): number {
  let nearest = Number.POSITIVE_INFINITY;
  for (const [index, a] of positions.entries())
    for (const b of positions.slice(index + 1)) {
      nearest = Math.min(nearest, Math.max(Math.abs(a.row - b.row), Math.abs(a.col - b.col)));
      if (nearest <= 1) return 1;
    }
  return Number.isFinite(nearest) ? nearest : 1;
}
