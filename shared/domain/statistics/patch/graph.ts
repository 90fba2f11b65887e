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

/** Numbers the qubits; couplings with a qubit that is left out are dropped, of two between the same the cheaper stays. */
export function indexGraph({ qubits, couplings }: PatchGraph): IndexedGraph {
  const ids = [...qubits.keys()].sort(byId);
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

/** Numbers before words, numbers by their value. */
const byId = (one: string, other: string): number => one.localeCompare(other, 'en', { numeric: true });

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

/** Cost of the cheapest tree over a set, by Prim; undefined where the set is not connected. */
export function treeCost({ neighbours }: IndexedGraph, set: readonly number[]): number | undefined {
  const [first] = set;
  if (first === undefined) return undefined;
  const open = new Map(set.map((qubit) => [qubit, Number.POSITIVE_INFINITY]));
  let total = 0;
  let nearest: readonly [number, number] | undefined = [first, 0];
  while (nearest) {
    const [qubit, cost] = nearest;
    total += cost;
    open.delete(qubit);
    if (open.size === 0) return total;
    for (const [next, step] of neighbours[qubit] ?? []) {
      const known = open.get(next);
      if (known !== undefined && step < known) open.set(next, step);
    }
    nearest = cheapest(open);
  }
  return undefined;
}

function cheapest(open: ReadonlyMap<number, number>): readonly [number, number] | undefined {
  let found: readonly [number, number] | undefined;
  for (const entry of open) if (entry[1] < (found?.[1] ?? Number.POSITIVE_INFINITY)) found = entry;
  return found;
}

/** Cost of preparing and reading one entangled state over a set; undefined where it is not connected. */
export function patchCost(graph: IndexedGraph, set: readonly number[]): number | undefined {
  const tree = treeCost(graph, set);
  return tree === undefined ? undefined : set.reduce((sum, qubit) => sum + (graph.qubitCosts[qubit] ?? 0), tree);
}
