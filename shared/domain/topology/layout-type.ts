import { compareQids } from '../coupling-id.ts';
import { graphOf } from './graph.ts';
import { neighbourPairs } from './lattice.ts';
import type { LayoutType, Position } from './types.ts';

/**
 * The kind of lattice that positions and edges show: one row of neighbours is `linear`; edges between neighbouring
 * sites only are `hex` where no qubit has more than three and no four form a square, else `grid`; the rest is `free`.
 */
export function layoutTypeOf(
  qubits: Record<string, Position>,
  couplings: readonly (readonly [string, string])[],
): LayoutType {
  const sites = new Set(neighbourPairs(qubits).map((pair) => pair.join('\n')));
  const onLattice = couplings.every(([a, b]) => sites.has((compareQids(a, b) < 0 ? [a, b] : [b, a]).join('\n')));
  if (couplings.length === 0 || !onLattice) return 'free';
  if (Object.values(qubits).every(({ row }) => row === 0)) return 'linear';
  const { neighbours } = graphOf(Object.keys(qubits), couplings);
  return Math.max(...neighbours.map((list) => list.length)) <= 3 && !hasSquare(qubits) ? 'hex' : 'grid';
}

function hasSquare(qubits: Record<string, Position>): boolean {
  const positions = Object.values(qubits);
  const sites = new Set(positions.map(({ row, col }) => `${row},${col}`));
  return positions.some(({ row, col }) =>
    [`${row},${col + 1}`, `${row + 1},${col}`, `${row + 1},${col + 1}`].every((site) => sites.has(site)),
  );
}
