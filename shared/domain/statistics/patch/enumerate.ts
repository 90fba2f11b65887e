import { type IndexedGraph, patchCost } from './graph.ts';
import { type CostedSet, isBetter } from './search.ts';

/** Sets between two looks at the clock. */
const SETS_PER_LOOK = 1000;

/**
 * The best connected set of a size among all there are, each looked at once: it is listed by its least qubit, and grows
 * only by qubits that are new to its neighbourhood (Wernicke's ESU). Undefined where `isOver` ended it before all were
 * seen, or where there is none.
 */
export function enumeratePatches(graph: IndexedGraph, size: number, isOver: () => boolean): CostedSet | undefined {
  let best: CostedSet | undefined;
  let looked = 0;
  let isCut = false;

  const extend = (
    set: readonly number[],
    candidates: readonly number[],
    near: ReadonlySet<number>,
    root: number,
  ): void => {
    if (isCut) return;
    if (set.length === size) {
      looked += 1;
      if (looked % SETS_PER_LOOK === 0 && isOver()) isCut = true;
      const sorted = [...set].sort((a, b) => a - b);
      const found = { set: sorted, cost: patchCost(graph, sorted) ?? Number.POSITIVE_INFINITY };
      if (isBetter(found, best)) best = found;
      return;
    }
    const left = [...candidates];
    for (let next = left.pop(); next !== undefined; next = left.pop()) {
      const fresh = [...(graph.neighbours[next]?.keys() ?? [])].filter((qubit) => qubit > root && !near.has(qubit));
      extend([...set, next], [...left, ...fresh], new Set([...near, ...fresh]), root);
    }
  };

  for (const root of graph.ids.keys()) {
    const neighbours = [...(graph.neighbours[root]?.keys() ?? [])].filter((qubit) => qubit > root);
    extend([root], neighbours, new Set([root, ...neighbours]), root);
  }
  return isCut ? undefined : best;
}
