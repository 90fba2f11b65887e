import fc from 'fast-check';
import { expect, it } from 'vitest';
import { bestPatch } from '#shared/statistics/rules/patch/best-patch.ts';
import { createBudget } from '#shared/statistics/rules/patch/budget.ts';
import { indexGraph, type PatchGraph, patchCost } from '#shared/statistics/rules/patch/graph.ts';
import { grow, searchPatch } from '#shared/statistics/rules/patch/search.ts';
import { caseCount } from '#test/support/properties/case-count.ts';

const cost = fc.double({ min: 0.001, max: 1, noNaN: true });

/** A lattice of 3 by 4 of which some couplings and qubits are missing. */
const lattice: fc.Arbitrary<PatchGraph> = fc
  .record({
    qubits: fc.array(fc.option(cost, { freq: 8 }), { minLength: 12, maxLength: 12 }),
    couplings: fc.array(fc.option(cost, { freq: 8 }), { minLength: 17, maxLength: 17 }),
  })
  .map(({ qubits, couplings }) => {
    const pairs = Array.from({ length: 12 }, (_, n) => [
      ...(n % 4 < 3 ? [[n, n + 1]] : []),
      ...(n < 8 ? [[n, n + 4]] : []),
    ]).flat();
    return {
      qubits: new Map(qubits.flatMap((value, n) => (value === null ? [] : [[String(n), value] as const]))),
      couplings: pairs.flatMap(([a, b], n) => {
        const value = couplings[n] ?? null;
        return value === null ? [] : [{ qubits: [String(a), String(b)] as const, cost: value }];
      }),
    };
  });

/** The least cost over all sets of a size, by looking at every one. */
function leastCost(graph: PatchGraph, size: number): number {
  const indexed = indexGraph(graph);
  const choose = (from: number, left: number): number[][] =>
    left === 0
      ? [[]]
      : Array.from({ length: Math.max(0, indexed.ids.length - from) }, (_, n) => n + from).flatMap((qubit) =>
          choose(qubit + 1, left - 1).map((others) => [qubit, ...others]),
        );
  return Math.min(...choose(0, size).map((set) => patchCost(indexed, set) ?? Number.POSITIVE_INFINITY));
}

it('the patch has the size asked for, is connected, and has the least cost where it is exact', () => {
  fc.assert(
    fc.property(lattice, fc.integer({ min: 1, max: 6 }), (graph, size) => {
      const found = bestPatch(graph, size);
      const least = leastCost(graph, size);
      expect(found.found).toBe(least < Number.POSITIVE_INFINITY);
      if (!found.found) {
        expect(found.largest.length).toBeLessThan(size);
        return;
      }
      expect(found.method).toBe('exact');
      expect(new Set(found.qubits).size).toBe(size);
      const indexed = indexGraph(graph);
      const set = found.qubits.map((id) => indexed.ids.indexOf(id));
      expect(patchCost(indexed, set)).toBeCloseTo(found.cost, 9);
      expect(found.cost).toBeCloseTo(least, 9);
    }),
    { numRuns: caseCount(150) },
  );
});

it('the search is never worse than growth alone, nor better than the best there is', () => {
  fc.assert(
    fc.property(lattice, fc.integer({ min: 2, max: 8 }), (graph, size) => {
      const indexed = indexGraph(graph);
      const found = searchPatch(indexed, size, createBudget(Number.POSITIVE_INFINITY));
      fc.pre(found !== undefined);
      const grown = [...indexed.ids.keys()].flatMap((seed) => grow(indexed, seed, size)?.cost ?? []);
      expect(found?.cost).toBeLessThanOrEqual(Math.min(...grown) + 1e-12);
      expect(found?.cost).toBeGreaterThanOrEqual(leastCost(graph, size) - 1e-9);
    }),
    { numRuns: caseCount(150) },
  );
});

it('other names for the qubits leave the cost of an exact patch as it is', () => {
  fc.assert(
    fc.property(lattice, fc.integer({ min: 1, max: 5 }), (graph, size) => {
      const renamed = (id: string) => `Q${99 - Number(id)}`;
      const other: PatchGraph = {
        qubits: new Map([...graph.qubits].map(([id, value]) => [renamed(id), value])),
        couplings: graph.couplings.map(({ qubits: [a, b], cost: value }) => ({
          qubits: [renamed(a), renamed(b)],
          cost: value,
        })),
      };
      const [one, two] = [bestPatch(graph, size), bestPatch(other, size)];
      expect(two.found).toBe(one.found);
      if (one.found && two.found) expect(two.cost).toBeCloseTo(one.cost, 9);
    }),
    { numRuns: caseCount(100) },
  );
});

it('a search that is ended by its steps has a connected patch of the size, no better than the best', () => {
  fc.assert(
    fc.property(lattice, fc.integer({ min: 1, max: 6 }), fc.integer({ min: 1, max: 3000 }), (graph, size, steps) => {
      const [cut, again, whole] = [
        bestPatch(graph, size, steps),
        bestPatch(graph, size, steps),
        bestPatch(graph, size),
      ];
      expect(again).toEqual(cut);
      expect(cut.found).toBe(whole.found);
      if (!cut.found || !whole.found) return;
      const indexed = indexGraph(graph);
      const set = cut.qubits.map((id) => indexed.ids.indexOf(id));
      expect(set).toHaveLength(size);
      expect(patchCost(indexed, set)).toBeCloseTo(cut.cost, 9);
      expect(cut.cost).toBeGreaterThanOrEqual(whole.cost - 1e-9);
      if (cut.method === 'exact') expect(cut.cost).toBe(whole.cost);
    }),
    { numRuns: caseCount(150) },
  );
});

it('the tree of a patch connects its qubits by couplings, and its cost with theirs is that of the patch', () => {
  fc.assert(
    fc.property(lattice, fc.integer({ min: 1, max: 8 }), (graph, size) => {
      const found = bestPatch(graph, size);
      if (!found.found) return;
      const priceOf = ([a, b]: readonly [string, string]) =>
        graph.couplings.find(({ qubits }) => qubits.includes(a) && qubits.includes(b))?.cost ?? Number.NaN;
      const qubitCosts = found.qubits.map((id) => graph.qubits.get(id) ?? Number.NaN);
      const sum = [...qubitCosts, ...found.tree.map(priceOf)].reduce((total, one) => total + one, 0);
      expect(found.tree).toHaveLength(size - 1);
      expect(sum).toBeCloseTo(found.cost, 9);
      expect(new Set(found.tree.flat()).size).toBe(size === 1 ? 0 : size);
    }),
    { numRuns: caseCount(150) },
  );
});
