import { compareQids } from '../../coupling-id.ts';

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
  /** Of each qubit, the qubits that it is coupled to and the cost of the cheapest coupling. */
  neighbours: readonly ReadonlyMap<number, number>[];
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
  const neighbours = ids.map(() => new Map<number, number>());
  const connect = (from: number, to: number, cost: number) => {
    const known = neighbours[from]?.get(to) ?? Number.POSITIVE_INFINITY;
    neighbours[from]?.set(to, Math.min(known, cost));
  };
  for (const { qubits: pair, cost } of couplings) {
    const [one, other] = pair.map((id) => numbers.get(id));
    if (one === undefined || other === undefined || one === other) continue;
    connect(one, other, cost);
    connect(other, one, cost);
  }
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
      for (const next of neighbours[qubit]?.keys() ?? []) {
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
  set.reduce((sum, qubit) => sum + (neighbours[qubit]?.size ?? 0), 0);

/** Comparisons of one look for the cheapest tree over a set. */
export const treeSteps = (graph: IndexedGraph, set: readonly number[]): number =>
  set.length * set.length + edgeCount(graph, set);

/** Edges of the cheapest tree over a set, by Prim; undefined where the set is not connected. */
export function cheapestTree({ neighbours }: IndexedGraph, set: readonly number[]): TreeEdge[] | undefined {
  const places = new Map(set.map((qubit, place) => [qubit, place]));
  const reached = set.map((to): TreeEdge => ({ from: to, to, cost: Number.POSITIVE_INFINITY }));
  const open = new Set(set.keys());
  const edges: TreeEdge[] = [];
  let place: number | undefined = 0;
  while (place !== undefined && open.delete(place) && open.size > 0) {
    const from = set[place] ?? 0;
    for (const [to, cost] of neighbours[from] ?? []) {
      const at = places.get(to);
      if (at !== undefined && cost < (reached[at]?.cost ?? 0)) reached[at] = { from, to, cost };
    }
    place = nearestOf(open, reached);
    const edge = place === undefined ? undefined : reached[place];
    if (edge) edges.push(edge);
  }
  return set.length > 0 && open.size === 0 ? edges : undefined;
}

function nearestOf(open: ReadonlySet<number>, reached: readonly TreeEdge[]): number | undefined {
  let nearest: number | undefined;
  let least = Number.POSITIVE_INFINITY;
  for (const place of open) {
    const cost = reached[place]?.cost ?? Number.POSITIVE_INFINITY;
    if (cost < least) [nearest, least] = [place, cost];
  }
  return nearest;
}

/** Cost of preparing and reading one entangled state over a set; undefined for a set that is not connected. */
export function patchCost(graph: IndexedGraph, set: readonly number[]): number | undefined {
  const tree = cheapestTree(graph, set);
  if (!tree) return undefined;
  const ofTree = tree.reduce((sum, { cost }) => sum + cost, 0);
  return set.reduce((sum, qubit) => sum + (graph.qubitCosts[qubit] ?? 0), ofTree);
}
