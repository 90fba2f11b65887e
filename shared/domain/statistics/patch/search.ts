import type { Budget } from './budget.ts';
import { edgeCount, type IndexedGraph, patchCost, treeSteps } from './graph.ts';

/** A connected set of qubits, ascending, and its cost. */
export interface CostedSet {
  set: number[];
  cost: number;
}

/** Most sets that growth hands on to the swaps. */
const MOST_GROWN = 8;
const MOST_ROUNDS = 30;
const NEIGHBOURS_TRIED = 3;

/** Which of two sets is better: the cheaper, of equal ones that with the lesser ids. */
export function isBetter(one: CostedSet, other: CostedSet | undefined): boolean {
  if (!other || one.cost !== other.cost) return !other || one.cost < other.cost;
  const place = one.set.findIndex((qubit, index) => qubit !== other.set[index]);
  return place >= 0 && (one.set[place] ?? 0) < (other.set[place] ?? 0);
}

/** The set that grows from a qubit by the cheapest step each time; undefined where its part of the chip is too small. */
export function grow(graph: IndexedGraph, seed: number, size: number): CostedSet | undefined {
  const steps = new Map<number, number>([[seed, 0]]);
  const set = new Set<number>();
  while (set.size < size) {
    const next = cheapestStep(graph, steps);
    if (next === undefined) return undefined;
    set.add(next);
    steps.delete(next);
    for (const [neighbour, cost] of graph.neighbours[next] ?? []) {
      if (set.has(neighbour)) continue;
      steps.set(neighbour, Math.min(cost, steps.get(neighbour) ?? Number.POSITIVE_INFINITY));
    }
  }
  return costed(graph, [...set]);
}

function cheapestStep({ qubitCosts }: IndexedGraph, steps: ReadonlyMap<number, number>): number | undefined {
  let best: { qubit: number; cost: number } | undefined;
  for (const [qubit, step] of steps) {
    const cost = step + (qubitCosts[qubit] ?? 0);
    if (!best || cost < best.cost || (cost === best.cost && qubit < best.qubit)) best = { qubit, cost };
  }
  return best?.qubit;
}

function costed(graph: IndexedGraph, set: readonly number[]): CostedSet | undefined {
  const sorted = [...set].sort((a, b) => a - b);
  const cost = patchCost(graph, sorted);
  return cost === undefined ? undefined : { set: sorted, cost };
}

/**
 * Grows a set from every seed and improves the best eight by swaps. When its budget is spent, it ends with the best set
 * so far; undefined if no set of that size was found.
 */
export function searchPatch(graph: IndexedGraph, size: number, budget: Budget): CostedSet | undefined {
  let grown: CostedSet[] = [];
  for (const seed of graph.ids.keys()) {
    const found = grow(graph, seed, size);
    if (!found) continue;
    grown.push(found);
    if (!budget.spend(size * edgeCount(graph, found.set) + treeSteps(graph, found.set))) break;
  }
  grown = distinct(grown).slice(0, MOST_GROWN);
  let best = grown[0];
  for (const start of grown) {
    const mended = swap(graph, start, budget);
    if (isBetter(mended, best)) best = mended;
  }
  return best;
}

/** Sets that differ, the best first. */
function distinct(sets: readonly CostedSet[]): CostedSet[] {
  const bySet = new Map(sets.map((found) => [found.set.join(), found]));
  return [...bySet.values()].sort((one, other) => (isBetter(one, other) ? -1 : 1));
}

/** Exchanges one qubit at a time for a neighbour of the set while that makes it cheaper. */
function swap(graph: IndexedGraph, start: CostedSet, budget: Budget): CostedSet {
  let best = start;
  for (let round = 0; round < MOST_ROUNDS && !budget.isSpent(); round += 1) {
    const found = bestSwap(graph, best, budget);
    if (!found) break;
    best = found;
  }
  return best;
}

function bestSwap(graph: IndexedGraph, standing: CostedSet, budget: Budget): CostedSet | undefined {
  let best: CostedSet | undefined;
  for (const removed of standing.set) {
    if (!budget.spend((1 + NEIGHBOURS_TRIED) * treeSteps(graph, standing.set))) break;
    const rest = standing.set.filter((qubit) => qubit !== removed);
    if (rest.length > 0 && patchCost(graph, rest) === undefined) continue;
    for (const added of cheapestNeighbours(graph, rest, removed)) {
      const found = costed(graph, [...rest, added]);
      if (found && isBetter(found, best ?? standing)) best = found;
    }
  }
  return best;
}

function cheapestNeighbours(
  { neighbours, qubitCosts }: IndexedGraph,
  set: readonly number[],
  removed: number,
): number[] {
  const inside = new Set(set);
  const steps = new Map<number, number>();
  for (const qubit of set) {
    for (const [next, cost] of neighbours[qubit] ?? []) {
      if (inside.has(next) || next === removed) continue;
      steps.set(next, Math.min(cost + (qubitCosts[next] ?? 0), steps.get(next) ?? Number.POSITIVE_INFINITY));
    }
  }
  const sorted = [...steps].sort(([a, one], [b, other]) => one - other || a - b);
  return sorted.slice(0, NEIGHBOURS_TRIED).map(([qubit]) => qubit);
}
