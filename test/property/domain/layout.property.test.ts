import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { generateTopology } from '#shared/domain/topology/generate.ts';
import { computedLayout } from '#shared/domain/topology/layout.ts';

const graph = fc.integer({ min: 1, max: 25 }).chain((size) => {
  const qid = fc.nat({ max: size - 1 }).map(String);
  const edge = fc.tuple(qid, qid).filter(([a, b]) => a !== b);
  return fc.record({
    qids: fc.constant(Array.from({ length: size }, (_, index) => String(index))),
    edges:
      size === 1
        ? fc.constant<[string, string][]>([])
        : fc.uniqueArray(edge, { maxLength: 40, selector: (pair) => [...pair].sort().join() }),
  });
});

describe('computed layouts', () => {
  it('a computed layout gives every qubit one place of its own from 0 on, coupled qubits at most a column apart', () => {
    fc.assert(
      fc.property(graph, ({ qids, edges }) => {
        const layout = computedLayout(qids, edges);
        expect(Object.keys(layout)).toEqual(qids);
        const places = Object.values(layout);
        expect(new Set(places.map(({ row, col }) => `${row},${col}`)).size).toBe(qids.length);
        expect(Math.min(...places.map(({ row }) => row))).toBe(0);
        expect(Math.min(...places.map(({ col }) => col))).toBe(0);
        for (const [a, b] of edges) {
          expect(Math.abs((layout[a]?.col ?? Number.NaN) - (layout[b]?.col ?? Number.NaN))).toBeLessThanOrEqual(1);
        }
      }),
    );
  });

  it('a computed layout does not depend on the order of qubits and edges', () => {
    fc.assert(
      fc.property(graph, fc.infiniteStream(fc.nat()), ({ qids, edges }, keys) => {
        const shuffle = <T>(items: T[]): T[] =>
          items
            .map((item) => ({ item, key: keys.next().value ?? 0 }))
            .sort((a, b) => a.key - b.key)
            .map(({ item }) => item);
        expect(computedLayout(shuffle(qids), shuffle(edges))).toEqual(computedLayout(qids, edges));
      }),
    );
  });
});

describe('generated topologies', () => {
  it('generated topologies hold one record an edge between two different qubits, each at a place of its own', () => {
    const id = fc.oneof(
      fc.integer({ min: 2, max: 200 }).map((size) => `linear-${size}`),
      fc.constantFrom(
        'square-lattice-mux-16',
        'square-lattice-mux-144',
        'heavy-hex-27',
        'heavy-hex-127',
        'heavy-hex-133',
      ),
    );
    fc.assert(
      fc.property(id, (topologyId) => {
        const topology = generateTopology(topologyId);
        const places = Object.values(topology?.qubits ?? {});
        expect(places).toHaveLength(topology?.numQubits ?? -1);
        expect(new Set(places.map(({ row, col }) => `${row},${col}`)).size).toBe(places.length);
        const pairs = topology?.couplings ?? [];
        expect(new Set(pairs.map(([a, b]) => `${a}-${b}`)).size).toBe(pairs.length);
        for (const [a, b] of pairs) expect(Number(a)).toBeLessThan(Number(b));
      }),
      { numRuns: 40 },
    );
  });
});
