import { compareQids } from '../../../chips/rules/coupling-id.ts';

/** A chip as a patch is looked for on it. Costs are -ln of the chance that nothing goes wrong (rule STAT-30). */
export interface PatchGraph {
  /** By qubit id; a qubit that is faulty, held or missing a value is left out. */
  qubits: ReadonlyMap<string, number>;
  couplings: readonly PatchCoupling[];
}

/** A usable coupling; one qubit after the other in any order. */
export interface PatchCoupling {
  qubits: readonly [string, string];
  cost: number;
}

/** The graph with numbers for names: the least number has the least id, so that ties fall to sorted ids. */
export interface IndexedGraph {
  ids: readonly string[];
  qubitCosts: readonly number[];
  /** Of each qubit, the qubits that it is coupled to, each once. */
  neighbours: readonly (readonly Neighbour[])[];
}

/** A coupled qubit, and the cost of the cheapest coupling to it. */
export interface Neighbour {
  qubit: number;
  cost: number;
}

/** A coupling of a tree, between numbers of qubits. */
export interface TreeEdge {
  from: number;
  to: number;
  cost: number;
}

/** Numbers the qubits; couplings with a qubit that is left out are dropped, of two between the same the cheaper stays. */
export function indexGraph({ qubits, couplings }: PatchGraph): IndexedGraph {
  const ids = [...qubits.keys()].sort(compareQids);
  const numbers = new Map(ids.map((id, number) => [id, number]));
  const cheapest = ids.map(() => new Map<number, number>());
  const connect = (from: number, to: number, cost: number) => {
    const known = cheapest[from]?.get(to) ?? Number.POSITIVE_INFINITY;
    cheapest[from]?.set(to, Math.min(known, cost));
  };
  for (const { qubits: pair, cost } of couplings) {
    const [one, other] = pair.map((id) => numbers.get(id));
    if (one === undefined || other === undefined || one === other) continue;
    connect(one, other, cost);
    connect(other, one, cost);
  }
  const neighbours = cheapest.map((found) => [...found].map(([qubit, cost]) => ({ qubit, cost })));
  return { ids, qubitCosts: ids.map((id) => qubits.get(id) ?? 0), neighbours };
}

/** The connected parts, the largest first. */
export function components({ ids, neighbours }: IndexedGraph): number[][] {
  const seen = new Set<number>();
  const found = ids.flatMap((_, start) => {
    if (seen.has(start)) return [];
    seen.add(start);
    const part = [start];
    for (const qubit of part) {
      for (const { qubit: next } of neighbours[qubit] ?? []) {
        if (seen.has(next)) continue;
        seen.add(next);
        part.push(next);
      }
    }
    return [part];
  });
  return found.sort((one, other) => other.length - one.length);
}

/** Couplings at the qubits of a set. */
export const edgeCount = ({ neighbours }: IndexedGraph, set: readonly number[]): number =>
  set.reduce((sum, qubit) => sum + (neighbours[qubit]?.length ?? 0), 0);

/** Comparisons of one look for the cheapest tree over a set. */
export const treeSteps = (graph: IndexedGraph, set: readonly number[]): number =>
  set.length * set.length + edgeCount(graph, set);

/** The place of each qubit in a set; -1 outside of it. */
export function placesIn({ ids }: IndexedGraph, set: readonly number[]): Int32Array {
  const places = new Int32Array(ids.length).fill(-1);
  for (const [place, qubit] of set.entries()) places[qubit] = place;
  return places;
}

/**
 * Edges of the cheapest tree over a set, by Prim from its first qubit: of qubits that are equally near the first in the set
 * comes first. Undefined where the set is not connected.
 */
export function cheapestTree(graph: IndexedGraph, set: readonly number[]): TreeEdge[] | undefined {
  const size = set.length;
  if (size === 0) return undefined;
  const places = placesIn(graph, set);
  const froms = new Int32Array(size);
  const costs = new Float64Array(size).fill(Number.POSITIVE_INFINITY);
  const isIn = new Uint8Array(size);
  const edges: TreeEdge[] = [];
  for (let place = 0; ; ) {
    isIn[place] = 1;
    const from = set[place] ?? 0;
    for (const { qubit, cost } of graph.neighbours[from] ?? []) {
      const at = places[qubit] ?? -1;
      if (at >= 0 && isIn[at] === 0 && cost < (costs[at] ?? 0)) {
        costs[at] = cost;
        froms[at] = from;
      }
    }
    if (edges.length === size - 1) return edges;
    place = nearest(costs, isIn);
    if (place < 0) return undefined;
    edges.push({ from: froms[place] ?? 0, to: set[place] ?? 0, cost: costs[place] ?? 0 });
  }
}

/** The place that is nearest to a tree; -1 where none is near. */
function nearest(costs: Float64Array, isIn: Uint8Array): number {
  let found = -1;
  let least = Number.POSITIVE_INFINITY;
  for (let place = 0; place < costs.length; place += 1) {
    const cost = costs[place] ?? 0;
    if (isIn[place] === 0 && cost < least) {
      found = place;
      least = cost;
    }
  }
  return found;
}

/** Cost of preparing and reading one entangled state over a set; undefined for a set that is not connected. */
export function patchCost(graph: IndexedGraph, set: readonly number[]): number | undefined {
  const tree = cheapestTree(graph, set);
  if (!tree) return undefined;
  const ofTree = tree.reduce((sum, { cost }) => sum + cost, 0);
  return set.reduce((sum, qubit) => sum + (graph.qubitCosts[qubit] ?? 0), ofTree);
}
