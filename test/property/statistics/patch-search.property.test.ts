import fc from 'fast-check';
import { expect, it } from 'vitest';
import { type Budget, createBudget } from '#shared/statistics/rules/patch/budget.ts';
import { type CostedSet, isBetter } from '#shared/statistics/rules/patch/costed-set.ts';
import {
  edgeCount,
  type IndexedGraph,
  indexGraph,
  type PatchGraph,
  treeSteps,
} from '#shared/statistics/rules/patch/graph.ts';
import { searchPatch } from '#shared/statistics/rules/patch/search.ts';
import { caseCount } from '#test/support/properties/case-count.ts';

/*
 * The search without lower bounds and shared trees: every set that it looks at is costed on its own, over all its couplings.
 * It is slow and short, and the search must find the same sets with the same costs to the last bit, with any budget.
 */

const costBetween = ({ neighbours }: IndexedGraph, one: number, other: number): number =>
  neighbours[one]?.find(({ qubit }) => qubit === other)?.cost ?? Number.POSITIVE_INFINITY;

/** Prim from the first qubit; of equally near ones the first comes first. */
function plainCost(graph: IndexedGraph, set: readonly number[]): number | undefined {
  const left = set.slice(1);
  const reached = set.slice(0, 1);
  const edges: number[] = [];
  while (left.length > 0) {
    const near = left.map((qubit) => Math.min(...reached.map((from) => costBetween(graph, from, qubit))));
    const least = Math.min(...near);
    if (least === Number.POSITIVE_INFINITY) return undefined;
    reached.push(...left.splice(near.indexOf(least), 1));
    edges.push(least);
  }
  const ofTree = edges.reduce((sum, cost) => sum + cost, 0);
  return set.reduce((sum, qubit) => sum + (graph.qubitCosts[qubit] ?? 0), ofTree);
}

function plainCosted(graph: IndexedGraph, qubits: readonly number[]): CostedSet | undefined {
  const set = [...qubits].sort((a, b) => a - b);
  const cost = plainCost(graph, set);
  return cost === undefined ? undefined : { set, cost };
}

/** Neighbours of a set with the cost of the cheapest way to each, the cheapest first. */
const border = (graph: IndexedGraph, set: readonly number[]) =>
  [...graph.ids.keys()]
    .filter((qubit) => !set.includes(qubit))
    .map((qubit) => {
      const ways = set.map((from) => costBetween(graph, from, qubit) + (graph.qubitCosts[qubit] ?? 0));
      return { qubit, cost: Math.min(...ways) };
    })
    .filter(({ cost }) => cost < Number.POSITIVE_INFINITY)
    .sort((one, other) => one.cost - other.cost || one.qubit - other.qubit);

function plainSearch(graph: IndexedGraph, size: number, steps: number): CostedSet | undefined {
  const budget = createBudget(steps);
  const grown = plainGrowth(graph, size, budget).slice(0, 8);
  const improved = grown.map((start) => {
    let best = start;
    for (let round = 0; round < 30 && !budget.isSpent(); round += 1) {
      const found = plainExchange(graph, best, budget);
      if (!found) break;
      best = found;
    }
    return best;
  });
  return [...grown.slice(0, 1), ...improved].reduce<CostedSet | undefined>(
    (best, found) => (isBetter(found, best) ? found : best),
    undefined,
  );
}

/** The sets that grow from each qubit by the cheapest way each time, the best first. */
function plainGrowth(graph: IndexedGraph, size: number, budget: Budget): CostedSet[] {
  const grown: CostedSet[] = [];
  for (const seed of graph.ids.keys()) {
    const set = [seed];
    for (let next = border(graph, set)[0]; next && set.length < size; next = border(graph, set)[0])
      set.push(next.qubit);
    const found = set.length === size ? plainCosted(graph, set) : undefined;
    if (!found) continue;
    if (!grown.some((known) => known.set.join() === found.set.join())) grown.push(found);
    if (!budget.spend(size * edgeCount(graph, set) + treeSteps(graph, set))) break;
  }
  return grown.sort((one, other) => (isBetter(one, other) ? -1 : 1));
}

function plainExchange(graph: IndexedGraph, current: CostedSet, budget: Budget): CostedSet | undefined {
  let best: CostedSet | undefined;
  for (const removed of current.set) {
    if (!budget.spend(4 * treeSteps(graph, current.set))) break;
    const rest = current.set.filter((qubit) => qubit !== removed);
    if (rest.length > 0 && plainCost(graph, rest) === undefined) continue;
    const near = border(graph, rest).filter(({ qubit }) => qubit !== removed);
    for (const { qubit } of near.slice(0, 3)) {
      const changed = plainCosted(graph, [...rest, qubit]);
      if (changed && isBetter(changed, best ?? current)) best = changed;
    }
  }
  return best;
}

/** A cost as measured, or one of few, so that many sets cost the same. */
const costs = (hasTies: boolean) =>
  hasTies ? fc.constantFrom(0, 0.1, 0.2, 0.3) : fc.double({ min: 0, max: 1, noNaN: true });

/** A lattice of 4 by 5 with diagonals, of which many couplings are missing. */
const graphs: fc.Arbitrary<PatchGraph> = fc.boolean().chain((hasTies) =>
  fc
    .record({
      qubits: fc.array(costs(hasTies), { minLength: 20, maxLength: 20 }),
      couplings: fc.array(fc.option(costs(hasTies), { freq: 2 }), { minLength: 43, maxLength: 43 }),
    })
    .map(({ qubits, couplings }) => {
      const pairs = qubits.flatMap((_, n) => [
        ...(n % 5 < 4 ? [[n, n + 1]] : []),
        ...(n < 15 ? [[n, n + 5]] : []),
        ...(n % 5 < 4 && n < 15 ? [[n, n + 6]] : []),
      ]);
      return {
        qubits: new Map(qubits.map((cost, n) => [String(n), cost])),
        couplings: pairs.flatMap(([one, other], n) => {
          const cost = couplings[n] ?? null;
          return cost === null ? [] : [{ qubits: [String(one), String(other)] as const, cost }];
        }),
      };
    }),
);

it('the search finds what a search finds that costs every set on its own', () => {
  const steps = fc.oneof(fc.constant(Number.POSITIVE_INFINITY), fc.integer({ min: 1, max: 200_000 }));
  fc.assert(
    fc.property(graphs, fc.integer({ min: 1, max: 14 }), steps, (graph, size, mostSteps) => {
      const indexed = indexGraph(graph);
      expect(searchPatch(indexed, size, createBudget(mostSteps))).toEqual(plainSearch(indexed, size, mostSteps));
    }),
    { numRuns: caseCount(150) },
  );
});
