import { describe, expect, it } from 'vitest';
import { createBudget } from '#shared/statistics/rules/patch/budget.ts';
import { isBetter } from '#shared/statistics/rules/patch/costed-set.ts';
import { indexGraph, type PatchGraph } from '#shared/statistics/rules/patch/graph.ts';
import { grow, searchPatch } from '#shared/statistics/rules/patch/search.ts';

/** A graph from the costs of its qubits, by number, and of its couplings: `0-1` unless it says otherwise. */
const graphOf = (qubits: readonly number[], couplings: Record<string, number>): PatchGraph => ({
  qubits: new Map(qubits.map((cost, n) => [String(n), cost])),
  couplings: Object.entries(couplings).map(([pair, cost]) => {
    const [a = '', b = ''] = pair.split('-');
    return { qubits: [a, b] as const, cost };
  }),
});

const endless = () => createBudget(Number.POSITIVE_INFINITY);
const found = (graph: PatchGraph, size: number, steps = Number.POSITIVE_INFINITY) =>
  searchPatch(indexGraph(graph), size, createBudget(steps));

/** A chain of so many qubits, with couplings that cost so much. */
const chain = (qubits: readonly number[], cost = 1) =>
  graphOf(qubits, Object.fromEntries(qubits.slice(1).map((_, n) => [`${n}-${n + 1}`, cost])));

describe('which of two sets is better', () => {
  it.each([
    [{ set: [1, 2], cost: 1 }, undefined, true],
    [{ set: [1, 2], cost: 1 }, { set: [0, 1], cost: 2 }, true],
    [{ set: [0, 1], cost: 2 }, { set: [1, 2], cost: 1 }, false],
    [{ set: [0, 2], cost: 1 }, { set: [0, 3], cost: 1 }, true],
    [{ set: [0, 3], cost: 1 }, { set: [0, 2], cost: 1 }, false],
    [{ set: [0, 9], cost: 1 }, { set: [1, 2], cost: 1 }, true],
    [{ set: [0, 2], cost: 1 }, { set: [0, 2], cost: 1 }, false],
  ])('%j before %j: %s', (one, other, expected) => expect(isBetter(one, other)).toBe(expected));
});

describe('growth', () => {
  it('growth takes the cheapest step each time: the coupling and the qubit behind it', () => {
    const graph = indexGraph(graphOf([1, 1, 5, 1], { '0-1': 5, '0-2': 0.5, '0-3': 2, '2-3': 9 }));
    expect(grow(graph, 0, 2)).toEqual({ set: [0, 3], cost: 4 });
    expect(grow(graph, 0, 3)).toEqual({ set: [0, 2, 3], cost: 9.5 });
    expect(grow(graph, 0, 1)).toEqual({ set: [0], cost: 1 });
  });

  it('growth goes on by the cheapest coupling to what is reached already', () => {
    const graph = indexGraph(graphOf([0, 0, 0, 0], { '0-1': 1, '0-2': 9, '1-2': 2, '0-3': 3 }));
    expect(grow(graph, 0, 3)?.set).toEqual([0, 1, 2]);
    const dearer = indexGraph(graphOf([0, 0, 0, 0], { '0-1': 1, '0-2': 2, '1-2': 9, '0-3': 3 }));
    expect(grow(dearer, 0, 3)?.set).toEqual([0, 1, 2]);
  });

  it('growth takes the lesser of two qubits that cost the same', () => {
    const star = indexGraph(graphOf([0, 0, 0, 0], { '1-3': 1, '1-2': 1, '1-0': 1 }));
    expect(grow(star, 1, 2)?.set).toEqual([0, 1]);
    expect(grow(star, 1, 3)?.set).toEqual([0, 1, 2]);
  });

  it('growth ends with nothing where its part of the chip is too small', () => {
    const parts = indexGraph(graphOf([0, 0, 0], { '0-1': 1 }));
    expect(grow(parts, 0, 3)).toBeUndefined();
    expect(grow(parts, 2, 2)).toBeUndefined();
    expect(grow(parts, 2, 1)).toEqual({ set: [2], cost: 0 });
  });
});

describe('the search', () => {
  it('the search looks from every qubit, also where some are in parts that are too small', () => {
    const graph = graphOf([0, 5, 5, 1, 1, 1], { '1-2': 1, '3-4': 1, '4-5': 1 });
    expect(found(graph, 3)).toEqual({ set: [3, 4, 5], cost: 5 });
    expect(found(graph, 2)).toEqual({ set: [3, 4], cost: 3 });
    expect(found(graph, 4)).toBeUndefined();
  });

  it('of sets that cost the same the search finds that with the lesser ids', () => {
    expect(found(chain([1, 1, 1, 1, 1]), 3)?.set).toEqual([0, 1, 2]);
    expect(found(chain([2, 1, 1, 1, 1]), 3)?.set).toEqual([1, 2, 3]);
  });

  it('what growth does not see, an exchange does: a cheap end behind a dear qubit', () => {
    // From any seed growth takes the near and cheap first, and stops before the far end.
    const graph = graphOf([4, 3, 4, 0, 3, 0, 4], { '0-1': 1, '1-2': 1, '2-3': 1, '3-4': 1, '4-5': 1, '5-6': 1 });
    expect(found(graph, 3)).toEqual({ set: [3, 4, 5], cost: 5 });
  });

  it('a single qubit is exchanged for none, and the cheapest is found', () => {
    expect(found(chain([3, 2, 1, 2]), 1)).toEqual({ set: [2], cost: 1 });
  });

  it('a search that has no steps has grown one set', () => {
    const graph = chain([9, 9, 0, 0]);
    expect(found(graph, 2, 1)).toEqual({ set: [0, 1], cost: 19 });
    expect(found(graph, 2)).toEqual({ set: [2, 3], cost: 1 });
  });

  it('a search spends for what it grows and for what it exchanges, and less on a smaller set', () => {
    const spent = (size: number) => {
      let steps = 0;
      const budget = {
        ...endless(),
        spend: (more: number) => {
          steps += more;
          return true;
        },
      };
      searchPatch(indexGraph(chain([1, 1, 1, 1])), size, budget);
      return steps;
    };
    // Of each seed: size times the couplings at its set, and a look for its cheapest tree; of each exchange four looks.
    const growth = (size: number, couplings: readonly number[]) =>
      couplings.reduce((sum, count) => sum + size * count + size * size + count, 0);
    const exchanges = (size: number, couplings: readonly number[]) =>
      couplings.reduce((sum, count) => sum + size * 4 * (size * size + count), 0);
    expect(spent(1)).toBe(growth(1, [1, 2, 2, 1]) + exchanges(1, [1, 2, 2, 1]));
    expect(spent(4)).toBe(growth(4, [6, 6, 6, 6]) + exchanges(4, [6]));
  });
});
