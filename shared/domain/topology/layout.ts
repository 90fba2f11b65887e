import { compareQids } from '../coupling-id.ts';
import { neighbourPairs } from './lattice.ts';
import type { LayoutType, Position } from './types.ts';

type Neighbours = Map<string, string[]>;

/**
 * Positions for a graph without coordinates: each connected part as layers of equal distance from one of its far
 * ends, a layer a column, so that a chain is one row and coupled qubits are never more than a column apart. Parts
 * stand below each other, lone qubits in rows at the end. Deterministic in the set of qids and edges, every position
 * once.
 */
export function computedLayout(
  qids: readonly string[],
  couplings: readonly (readonly [string, string])[],
): Record<string, Position> {
  const neighbours = neighboursOf(qids, couplings);
  const placed = new Map<string, Position>();
  const lone: string[] = [];
  let nextRow = 0;
  for (const qid of [...qids].sort(compareQids)) {
    if (placed.has(qid)) continue;
    if (neighbours.get(qid)?.length === 0) {
      lone.push(qid);
      continue;
    }
    const layers = layersFrom(farEnd(qid, neighbours), neighbours);
    layers.forEach((layer, col) => {
      layer.forEach((member, row) => {
        placed.set(member, { row: nextRow + row, col });
      });
    });
    nextRow += Math.max(...layers.map((layer) => layer.length));
  }
  const width = Math.ceil(Math.sqrt(lone.length));
  lone.forEach((qid, index) => {
    placed.set(qid, { row: nextRow + Math.floor(index / width), col: index % width });
  });
  return Object.fromEntries([...placed].sort(([a], [b]) => compareQids(a, b)));
}

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
  const degrees = [...neighboursOf(Object.keys(qubits), couplings).values()].map((list) => list.length);
  return Math.max(...degrees) <= 3 && !hasSquare(qubits) ? 'hex' : 'grid';
}

function hasSquare(qubits: Record<string, Position>): boolean {
  const positions = Object.values(qubits);
  const sites = new Set(positions.map(({ row, col }) => `${row},${col}`));
  return positions.some(({ row, col }) =>
    [`${row},${col + 1}`, `${row + 1},${col}`, `${row + 1},${col + 1}`].every((site) => sites.has(site)),
  );
}

function neighboursOf(qids: readonly string[], couplings: readonly (readonly [string, string])[]): Neighbours {
  const neighbours: Neighbours = new Map(qids.map((qid) => [qid, []]));
  for (const [a, b] of couplings) {
    neighbours.get(a)?.push(b);
    neighbours.get(b)?.push(a);
  }
  for (const list of neighbours.values()) list.sort(compareQids);
  return neighbours;
}

/** The smallest qid of the last layer: starting there makes the drawing long rather than wide. */
function farEnd(qid: string, neighbours: Neighbours): string {
  return [...(layersFrom(qid, neighbours).at(-1) ?? [])].sort(compareQids)[0] ?? qid;
}

function layersFrom(start: string, neighbours: Neighbours): string[][] {
  const seen = new Set([start]);
  const layers: string[][] = [];
  for (let layer = [start]; layer.length > 0; ) {
    layers.push(layer);
    const next: string[] = [];
    for (const neighbour of layer.flatMap((qid) => neighbours.get(qid) ?? [])) {
      if (seen.has(neighbour)) continue;
      seen.add(neighbour);
      next.push(neighbour);
    }
    layer = next;
  }
  return layers;
}
