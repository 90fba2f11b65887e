import { compareQids, undirectedCouplingId } from '#shared/chips/rules/coupling-id.ts';
import { nearestDistance } from '#shared/chips/rules/topology/nearest-distance.ts';
import type { LatticeKind, TargetKind, Topology } from '../../../ui/lib/api/wire.ts';

/** The map layer of a kind: the qubits, else the couplings. */
export const latticeKind = (kind: TargetKind): LatticeKind => (kind === 'qubit' ? kind : 'coupling');

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

/**
 * Where everything of a chip is drawn, in units of the pitch, the first column and row at 0. The pitch is the distance of the two
 * nearest qubits: a circle on whole numbers is finer than its qubits are large.
 */
export interface ChipLayout {
  qubits: LatticePoint[];
  couplings: LatticeEdge[];
  /** Couplings are hexagons between squares on dense lattices, thick lines on sparse ones such as heavy-hex; a list draws none. */
  couplingShape: 'line' | 'hexagon' | 'none';
  /** Thickness of a line in parts of the usual one: where many meet at a qubit, they stay apart. */
  lineShare: number;
  columns: number;
  rows: number;
}

/** Degree above which a lattice is dense: heavy-hex has 2.3 couplings a qubit, a square lattice 3 to 4. */
const denseDegree = 2.6;

/** How many lines of normal thickness fit around a qubit; within a circle they cross each other. */
const linesAround = { circle: 2.5, other: 10 };

/** How far apart the qubits of a circle are, in their pitch, so that what crosses it can be told apart. */
const circleSpread = 1.6;

/** The fields of a topology that decide its drawing. */
export type DrawnTopology = Pick<Topology, 'layout_type' | 'qubits' | 'couplings'>;

/**
 * Lays a topology out.
 * @param couplingIds the chip's own coupling ids: a directed gate keeps its direction in its id. Without a match a
 *   pair has the id `<smaller>-<larger>` (rule ID-5).
 */
export function layoutChip(topology: DrawnTopology, couplingIds: ReadonlySet<string>): ChipLayout {
  const entries = Object.entries(topology.qubits).sort(([a], [b]) => compareQids(a, b));
  const places = entries.map(([, at]) => at);
  const left = Math.min(...places.map(({ col }) => col));
  const top = Math.min(...places.map(({ row }) => row));
  const isCircle = topology.layout_type === 'circle';
  const unit = nearestDistance(places) / (isCircle ? circleSpread : 1);
  const qubits = entries.map(([id, at]) => ({ id, x: (at.col - left) / unit, y: (at.row - top) / unit }));
  const byId = new Map(qubits.map((qubit) => [qubit.id, qubit]));
  const couplings = edges(topology, couplingIds, byId);
  return {
    qubits,
    couplings,
    couplingShape: shapeOf(topology, couplings, qubits.length),
    lineShare: Math.min(1, linesAround[isCircle ? 'circle' : 'other'] / mostLines(couplings)),
    columns: 1 + Math.max(0, ...qubits.map(({ x }) => x)),
    rows: 1 + Math.max(0, ...qubits.map(({ y }) => y)),
  };
}

function shapeOf({ layout_type }: DrawnTopology, couplings: readonly LatticeEdge[], qubits: number) {
  if (layout_type === 'list') return 'none';
  const degree = qubits === 0 ? 0 : (2 * couplings.length) / qubits;
  const adjacent = couplings.every(({ from, to }) => Math.abs(from.x - to.x) + Math.abs(from.y - to.y) <= 1);
  return degree > denseDegree && adjacent ? 'hexagon' : 'line';
}

/** The most couplings of a qubit; at least 1. */
function mostLines(couplings: readonly LatticeEdge[]): number {
  const lines = new Map<string, number>();
  for (const { from, to } of couplings) for (const { id } of [from, to]) lines.set(id, (lines.get(id) ?? 0) + 1);
  return Math.max(1, ...lines.values());
}

function edges(
  topology: DrawnTopology,
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
