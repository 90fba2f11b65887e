import type { Budget } from './budget.ts';
import { type CostedSet, isBetter } from './costed-set.ts';
import { type IndexedGraph, patchCost, treeSteps } from './graph.ts';

/** What it takes to copy one qubit of a neighbourhood, in comparisons. */
const STEPS_A_NEIGHBOUR = 8;

/**
 * The best connected set of a size among all sets, each visited once: it is listed by its least qubit, and grows only
 * by qubits that are new to its neighbourhood (Wernicke's ESU). Undefined if the budget was spent before all were
 * visited, or if there is none.
 */
export function enumeratePatches(graph: IndexedGraph, size: number, budget: Budget): CostedSet | undefined {
  let best: CostedSet | undefined;
  const adjacent = graph.neighbours.map((found) => found.map(({ qubit }) => qubit));

  const extend = (
    set: readonly number[],
    candidates: readonly number[],
    near: ReadonlySet<number>,
    root: number,
  ): void => {
    if (set.length === size) {
      budget.spend(treeSteps(graph, set));
      const sorted = [...set].sort((a, b) => a - b);
      const found = { set: sorted, cost: patchCost(graph, sorted) ?? Number.POSITIVE_INFINITY };
      if (isBetter(found, best)) best = found;
      return;
    }
    const left = [...candidates];
    for (let next = left.pop(); next !== undefined && !budget.isSpent(); next = left.pop()) {
      budget.spend(STEPS_A_NEIGHBOUR * (near.size + left.length));
      const fresh = (adjacent[next] ?? []).filter((qubit) => qubit > root && !near.has(qubit));
      extend([...set, next], [...left, ...fresh], new Set([...near, ...fresh]), root);
    }
  };

  for (const root of graph.ids.keys()) {
    const neighbours = (adjacent[root] ?? []).filter((qubit) => qubit > root);
    extend([root], neighbours, new Set([root, ...neighbours]), root);
  }
  return budget.isSpent() ? undefined : best;
}
