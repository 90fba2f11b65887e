import { compareQids } from '../coupling-id.ts';
import { graphOf, partsOf } from './graph.ts';
import { neighbourPairs } from './lattice.ts';
import type { LayoutType, Position } from './types.ts';

/**
 * The kind of lattice that positions and edges show: where every connected part is a straight chain of neighbours it is `linear`; edges
 * between neighbouring sites only are `hex` where no qubit has more than three and no four form a square, else `grid`; the rest is `free`.
 */
export function layoutTypeOf(
  qubits: Record<string, Position>,
  couplings: readonly (readonly [string, string])[],
): LayoutType {
  const sites = new Set(neighbourPairs(qubits).map((pair) => pair.join('\n')));
  const onLattice = couplings.every(([a, b]) => sites.has((compareQids(a, b) < 0 ? [a, b] : [b, a]).join('\n')));
  if (couplings.length === 0 || !onLattice) return 'free';
  const graph = graphOf(Object.keys(qubits), couplings);
  const chains = partsOf(graph).every(({ qids }) => isStraight(qids.flatMap((qid) => qubits[qid] ?? [])));
  if (chains) return 'linear';
  const { neighbours } = graph;
  return Math.max(...neighbours.map((list) => list.length)) <= 3 && !hasSquare(qubits) ? 'hex' : 'grid';
}

const isStraight = (places: readonly Position[]): boolean =>
  new Set(places.map(({ row }) => row)).size === 1 || new Set(places.map(({ col }) => col)).size === 1;

function hasSquare(qubits: Record<string, Position>): boolean {
  const positions = Object.values(qubits);
  const sites = new Set(positions.map(({ row, col }) => `${row},${col}`));
  return positions.some(({ row, col }) =>
    [`${row},${col + 1}`, `${row + 1},${col}`, `${row + 1},${col + 1}`].every((site) => sites.has(site)),
  );
}
