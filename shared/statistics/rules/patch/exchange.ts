import type { Budget } from './budget.ts';
import { type CostedSet, isBetter } from './costed-set.ts';
import { cheapestTree, type IndexedGraph, type Neighbour, patchCost, placesIn, treeSteps } from './graph.ts';
import { treesWithout } from './trees-without.ts';

const NEIGHBOURS_TRIED = 3;

/** Sums of the same costs in another order differ by less than this share of them. */
const ROUNDING = 1e-9;

/** A set, and the place of each qubit in it; -1 outside. */
interface PlacedSet {
  set: readonly number[];
  places: Int32Array;
}

/**
 * The best set by which the exchange of one qubit for one of its three cheapest neighbours improves a set; undefined where
 * none does. The cost of an exchange is computed only where its lower bound is not above the best cost so far.
 */
export function bestExchange(graph: IndexedGraph, current: CostedSet, budget: Budget): CostedSet | undefined {
  const { set } = current;
  const tree = cheapestTree(graph, set);
  if (!tree) return undefined;
  const placed = { set, places: placesIn(graph, set) };
  const { weight: ofTree, without } = treesWithout(graph, placed, tree);
  const additions = additionsTo(graph, placed);
  const stepsOfRemoval = (1 + NEIGHBOURS_TRIED) * treeSteps(graph, set);
  let best: CostedSet | undefined;
  for (const removed of set) {
    if (!budget.spend(stepsOfRemoval)) break;
    const rest = without(removed);
    if (!rest) continue;
    const kept = current.cost - ofTree - (graph.qubitCosts[removed] ?? 0) + rest.weight;
    for (const added of cheapestWithout(graph, placed, additions, removed)) {
      const bound = kept + added.cost - mostSaved(graph, placed, { removed, added: added.qubit }, rest.longest);
      if (bound - ROUNDING * (current.cost + Math.abs(bound)) > (best ?? current).cost) continue;
      const found = exchanged(graph, set, { removed, added: added.qubit });
      if (found && isBetter(found, best ?? current)) best = found;
    }
  }
  return best;
}

function exchanged(
  graph: IndexedGraph,
  set: readonly number[],
  { removed, added }: { removed: number; added: number },
): CostedSet | undefined {
  const changed = set.map((qubit) => (qubit === removed ? added : qubit)).sort((a, b) => a - b);
  const cost = patchCost(graph, changed);
  return cost === undefined ? undefined : { set: changed, cost };
}

/** Qubits that are coupled to a set, each with its cost and that of its cheapest coupling to the set: the cheapest first. */
function additionsTo(graph: IndexedGraph, { set, places }: PlacedSet): Neighbour[] {
  const costs = new Map<number, number>();
  for (const inside of set) {
    for (const { qubit, cost } of graph.neighbours[inside] ?? []) {
      if ((places[qubit] ?? 0) >= 0) continue;
      const added = cost + (graph.qubitCosts[qubit] ?? 0);
      costs.set(qubit, Math.min(added, costs.get(qubit) ?? Number.POSITIVE_INFINITY));
    }
  }
  return [...costs].map(([qubit, cost]) => ({ qubit, cost })).sort(cheapestFirst);
}

const cheapestFirst = (one: Neighbour, other: Neighbour): number => one.cost - other.cost || one.qubit - other.qubit;

/** The cheapest of the additions to what is left of a set without a qubit. */
function cheapestWithout(
  graph: IndexedGraph,
  placed: PlacedSet,
  additions: readonly Neighbour[],
  removed: number,
): Neighbour[] {
  const changed = new Map<number, number>();
  for (const { qubit } of graph.neighbours[removed] ?? [])
    if ((placed.places[qubit] ?? 0) < 0) changed.set(qubit, costWithout(graph, placed, removed, qubit));
  const found: Neighbour[] = [];
  for (const addition of additions) {
    if (found.length === NEIGHBOURS_TRIED) break;
    if (!changed.has(addition.qubit)) found.push(addition);
  }
  if (changed.size === 0) return found;
  for (const [qubit, cost] of changed) if (cost < Number.POSITIVE_INFINITY) found.push({ qubit, cost });
  return found.sort(cheapestFirst).slice(0, NEIGHBOURS_TRIED);
}

/** The cost of an addition to a set without a qubit; infinite where it is coupled to that qubit alone. */
function costWithout(graph: IndexedGraph, { places }: PlacedSet, removed: number, added: number): number {
  let least = Number.POSITIVE_INFINITY;
  for (const { qubit, cost } of graph.neighbours[added] ?? [])
    if (qubit !== removed && (places[qubit] ?? -1) >= 0) least = Math.min(least, cost);
  return least + (graph.qubitCosts[added] ?? 0);
}

/**
 * Most by which further couplings of an added qubit may make a tree cheaper: each can only take the place of an edge of the
 * tree.
 */
function mostSaved(
  graph: IndexedGraph,
  { places }: PlacedSet,
  { removed, added }: { removed: number; added: number },
  longest: number,
): number {
  let saved = 0;
  let ofCheapest = 0;
  for (const { qubit, cost } of graph.neighbours[added] ?? []) {
    if (qubit === removed || (places[qubit] ?? -1) < 0) continue;
    const own = Math.max(0, longest - cost);
    saved += own;
    ofCheapest = Math.max(ofCheapest, own);
  }
  return saved - ofCheapest;
}
