import type { Budget } from './budget.ts';
import { type CostedSet, isBetter } from './costed-set.ts';
import { bestExchange } from './exchange.ts';
import { edgeCount, type IndexedGraph, patchCost, treeSteps } from './graph.ts';

/** Most sets that growth hands on to the swaps. */
const MOST_GROWN = 8;
const MOST_ROUNDS = 30;

/** Where a qubit is while a set grows. */
const [AT_BORDER, INSIDE] = [1, 2];

/**
 * The set that grows from a qubit by the cheapest step each time; undefined where its part of the chip is too small.
 * @param known sets that were grown before, to which this one is added: many qubits grow the same set.
 */
export function grow(
  graph: IndexedGraph,
  seed: number,
  size: number,
  known: Map<string, CostedSet> = new Map(),
): CostedSet | undefined {
  const set = grownFrom(graph, seed, size);
  if (!set) return undefined;
  const key = set.join();
  const found = known.get(key) ?? costed(graph, set);
  if (found) known.set(key, found);
  return found;
}

/** Ascending. */
function grownFrom(graph: IndexedGraph, seed: number, size: number): number[] | undefined {
  const steps = new Float64Array(graph.ids.length);
  const states = new Uint8Array(graph.ids.length);
  const border = [seed];
  const set: number[] = [];
  states[seed] = AT_BORDER;
  while (set.length < size) {
    const place = cheapestStep(graph, border, steps);
    const next = border[place];
    if (next === undefined) return undefined;
    border[place] = border.at(-1) ?? next;
    border.pop();
    set.push(next);
    states[next] = INSIDE;
    for (const { qubit, cost } of graph.neighbours[next] ?? []) {
      if (states[qubit] === INSIDE) continue;
      if (states[qubit] !== AT_BORDER) border.push(qubit);
      steps[qubit] = states[qubit] === AT_BORDER ? Math.min(cost, steps[qubit] ?? 0) : cost;
      states[qubit] = AT_BORDER;
    }
  }
  return set.sort((a, b) => a - b);
}

/** The place in a border of the qubit that is reached at the least cost, of equal ones the least. */
function cheapestStep({ qubitCosts }: IndexedGraph, border: readonly number[], steps: Float64Array): number {
  let best = -1;
  let least = Number.POSITIVE_INFINITY;
  for (let place = 0; place < border.length; place += 1) {
    const qubit = border[place] ?? 0;
    const cost = (steps[qubit] ?? 0) + (qubitCosts[qubit] ?? 0);
    if (best < 0 || cost < least || (cost === least && qubit < (border[best] ?? 0))) {
      best = place;
      least = cost;
    }
  }
  return best;
}

function costed(graph: IndexedGraph, set: number[]): CostedSet | undefined {
  const cost = patchCost(graph, set);
  return cost === undefined ? undefined : { set, cost };
}

/**
 * Grows a set from every seed and improves the best eight by exchanges. When its budget is spent, it ends with the best set
 * so far; undefined if no set of that size was found.
 */
export function searchPatch(graph: IndexedGraph, size: number, budget: Budget): CostedSet | undefined {
  const bySet = new Map<string, CostedSet>();
  for (const seed of graph.ids.keys()) {
    const found = grow(graph, seed, size, bySet);
    if (!found) continue;
    if (!budget.spend(size * edgeCount(graph, found.set) + treeSteps(graph, found.set))) break;
  }
  const grown = [...bySet.values()].sort((one, other) => (isBetter(one, other) ? -1 : 1)).slice(0, MOST_GROWN);
  let best = grown[0];
  for (const start of grown) {
    const improved = improve(graph, start, budget);
    if (isBetter(improved, best)) best = improved;
  }
  return best;
}

/** Exchanges one qubit at a time for a neighbour of the set while that makes it cheaper. */
function improve(graph: IndexedGraph, start: CostedSet, budget: Budget): CostedSet {
  let best = start;
  for (let round = 0; round < MOST_ROUNDS && !budget.isSpent(); round += 1) {
    const found = bestExchange(graph, best, budget);
    if (!found) break;
    best = found;
  }
  return best;
}
