import { compareQids, undirectedCouplingId } from '#shared/domain/coupling-id.ts';
import type { Topology } from '../api/wire.ts';

/** A point of the lattice; x grows to the right, y downwards: row 0 is at the top (rule MAP-1). */
export interface LatticePoint {
  id: string;
  x: number;
  y: number;
}

/** One coupling between two points. */
export interface LatticeEdge extends LatticePoint {
  from: LatticePoint;
  to: LatticePoint;
}

/** Where everything of a chip is drawn, in units of the lattice's pitch, the first column and row at 0. */
export interface ChipLayout {
  qubits: LatticePoint[];
  couplings: LatticeEdge[];
  /** Couplings are hexagons between squares on dense lattices, thick lines on sparse ones such as heavy-hex. */
  couplingShape: 'line' | 'hexagon';
  columns: number;
  rows: number;
}

/** Degree above which a lattice is dense: heavy-hex has 2.3 couplings a qubit, a square lattice 3 to 4. */
const denseDegree = 2.6;

/**
 * Lays a topology out.
 * @param couplingIds the chip's own coupling ids: a directed gate keeps its direction in its id. Without a match a
 *   pair has the id `<smaller>-<larger>` (rule ID-5).
 */
export function layoutChip(topology: Topology, couplingIds: ReadonlySet<string>): ChipLayout {
  const entries = Object.entries(topology.qubits).sort(([a], [b]) => compareQids(a, b));
  const left = Math.min(...entries.map(([, at]) => at.col));
  const top = Math.min(...entries.map(([, at]) => at.row));
  const qubits = entries.map(([id, at]) => ({ id, x: at.col - left, y: at.row - top }));
  const byId = new Map(qubits.map((qubit) => [qubit.id, qubit]));
  const couplings = edges(topology, couplingIds, byId);
  const degree = qubits.length === 0 ? 0 : (2 * couplings.length) / qubits.length;
  const adjacent = couplings.every(({ from, to }) => Math.abs(from.x - to.x) + Math.abs(from.y - to.y) <= 1);
  return {
    qubits,
    couplings,
    couplingShape: degree > denseDegree && adjacent ? 'hexagon' : 'line',
    columns: 1 + Math.max(0, ...qubits.map((qubit) => qubit.x)),
    rows: 1 + Math.max(0, ...qubits.map((qubit) => qubit.y)),
  };
}

function edges(
  topology: Topology,
  couplingIds: ReadonlySet<string>,
  byId: ReadonlyMap<string, LatticePoint>,
): LatticeEdge[] {
  const drawn = new Map<string, LatticeEdge>();
  for (const pair of topology.couplings) {
    const [a, b] = [String(pair[0]), String(pair[1])];
    const from = byId.get(a);
    const to = byId.get(b);
    if (!from || !to) continue;
    const undirected = undirectedCouplingId(a, b);
    const id = [undirected, `${a}-${b}`, `${b}-${a}`].find((name) => couplingIds.has(name)) ?? undirected;
    drawn.set(id, { id, x: (from.x + to.x) / 2, y: (from.y + to.y) / 2, from, to });
  }
  return [...drawn.values()];
}

/** The points of a lattice by rows from the top, each from left to right: the rows of its grid. */
export function latticeRows<P extends LatticePoint>(points: readonly P[]): P[][] {
  const rows = new Map<number, P[]>();
  for (const point of points) {
    const y = Math.round(point.y * 100) / 100;
    const row = rows.get(y);
    if (row) row.push(point);
    else rows.set(y, [point]);
  }
  return [...rows.entries()].sort(([a], [b]) => a - b).map(([, row]) => row.sort((p, q) => p.x - q.x));
}
