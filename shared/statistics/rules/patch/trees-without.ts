import type { IndexedGraph, TreeEdge } from './graph.ts';

/** Of the cheapest tree over a set without one of its qubits, the sum of the edges and the longest of them at most. */
interface TreeWithout {
  weight: number;
  longest: number;
}

/** The edges of a tree at each place of its set. */
type Branches = readonly (readonly { place: number; cost: number }[])[];

/**
 * The cheapest trees over a set without one of its qubits, each from the cheapest tree over the whole set: it keeps all edges
 * that are not at the qubit, and the parts into which the tree falls are joined by their cheapest couplings.
 */
export function treesWithout(
  graph: IndexedGraph,
  { set, places }: { set: readonly number[]; places: Int32Array },
  tree: readonly TreeEdge[],
): { weight: number; without: (removed: number) => TreeWithout | undefined } {
  const branches: { place: number; cost: number }[][] = set.map(() => []);
  let [weight, longest] = [0, 0];
  for (const { from, to, cost } of tree) {
    const [one, other] = [places[from] ?? 0, places[to] ?? 0];
    branches[one]?.push({ place: other, cost });
    branches[other]?.push({ place: one, cost });
    weight += cost;
    longest = Math.max(longest, cost);
  }
  const without = (removed: number): TreeWithout | undefined => {
    const cut = branches[places[removed] ?? 0] ?? [];
    const left = cut.reduce((sum, { cost }) => sum - cost, weight);
    if (cut.length <= 1) return { weight: left, longest };
    const joints = cheapestJoints(graph, { set, places }, partsOf(branches, places[removed] ?? 0), cut.length);
    if (!joints) return undefined;
    return {
      weight: joints.reduce((sum, cost) => sum + cost, left),
      longest: joints.reduce((most, cost) => Math.max(most, cost), longest),
    };
  };
  return { weight, without };
}

/** Of each place, the part of a tree to which it belongs when the tree is cut at a place; -1 for that place. */
function partsOf(branches: Branches, cutAt: number): Int32Array {
  const parts = new Int32Array(branches.length).fill(-1);
  for (const [part, { place: start }] of (branches[cutAt] ?? []).entries()) {
    const open = [start];
    parts[start] = part;
    for (let place = open.pop(); place !== undefined; place = open.pop()) {
      for (const { place: next } of branches[place] ?? []) {
        if (next === cutAt || parts[next] === part) continue;
        parts[next] = part;
        open.push(next);
      }
    }
  }
  return parts;
}

/** Costs of the cheapest couplings that join all parts, by Prim; undefined where they cannot be joined. */
function cheapestJoints(
  graph: IndexedGraph,
  { set, places }: { set: readonly number[]; places: Int32Array },
  parts: Int32Array,
  count: number,
): number[] | undefined {
  const between = new Float64Array(count * count).fill(Number.POSITIVE_INFINITY);
  for (let place = 0; place < set.length; place += 1) {
    const part = parts[place] ?? -1;
    if (part < 0) continue;
    for (const { qubit, cost } of graph.neighbours[set[place] ?? 0] ?? []) {
      const at = places[qubit] ?? -1;
      const other = at < 0 ? -1 : (parts[at] ?? -1);
      const key = part * count + other;
      if (other >= 0 && other !== part && cost < (between[key] ?? 0)) between[key] = cost;
    }
  }
  return joinedBy(between, count);
}

/** Costs of the cheapest tree over parts with so much between them, by Prim. */
function joinedBy(between: Float64Array, count: number): number[] | undefined {
  const nearest = between.slice(0, count);
  nearest[0] = Number.NaN;
  const costs: number[] = [];
  while (costs.length < count - 1) {
    let [next, least] = [-1, Number.POSITIVE_INFINITY];
    // What is not a number is joined already, and less than nothing.
    for (const [part, cost] of nearest.entries()) if (cost < least) [next, least] = [part, cost];
    if (next < 0) return undefined;
    costs.push(least);
    nearest[next] = Number.NaN;
    for (let part = 0; part < count; part += 1)
      nearest[part] = Math.min(nearest[part] ?? 0, between[next * count + part] ?? 0);
  }
  return costs;
}
