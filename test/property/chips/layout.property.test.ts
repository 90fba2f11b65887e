import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { generateTopology } from '#shared/chips/rules/topology/generate.ts';
import { mapLayout } from '#shared/chips/rules/topology/layout.ts';
import type { Position } from '#shared/chips/rules/topology/types.ts';

const numbers = (count: number) => Array.from({ length: count }, (_, index) => String(index));

/** Any couplings between up to 25 qubits: few, many, or nearly all pairs. */
const graph = fc.integer({ min: 1, max: 25 }).chain((size) => {
  const all = numbers(size).flatMap((b) => numbers(Number(b)).map((a): [string, string] => [a, b]));
  return fc.record({
    qids: fc.constant(numbers(size)),
    edges: fc.oneof(fc.subarray(all, { maxLength: Math.min(40, all.length) }), fc.subarray(all)),
  });
});

/** A built-in lattice without some of its couplings and of its qubits, fewer than make it another. */
const damaged = fc
  .constantFrom('heavy-hex-27', 'heavy-hex-127', 'heavy-hex-133', 'square-lattice-mux-16', 'square-lattice-mux-64')
  .chain((id) => {
    const topology = generateTopology(id);
    if (!topology) throw new Error(`no topology ${id}`);
    return fc.record({
      topology: fc.constant(topology),
      dead: fc.subarray(Object.keys(topology.qubits), { maxLength: Math.floor(topology.numQubits / 24) }),
      broken: fc.subarray(topology.couplings, { maxLength: Math.floor(topology.couplings.length / 24) }),
    });
  });

const shuffled = <T>(items: readonly T[], keys: Iterator<number>): T[] =>
  items
    .map((item) => ({ item, key: keys.next().value ?? 0 }))
    .sort((a, b) => a.key - b.key)
    .map(({ item }) => item);

/** Whether a place is on the line between two others, its ends left out. */
const isBetween = (at: Position, from: Position, to: Position): boolean =>
  (to.col - from.col) * (at.row - from.row) === (to.row - from.row) * (at.col - from.col) &&
  (at.col - from.col) * (at.col - to.col) + (at.row - from.row) * (at.row - to.row) < 0;

describe('computed layouts', () => {
  it('a computed layout gives every qubit one place of its own, whole numbers from 0 on', () => {
    fc.assert(
      fc.property(graph, ({ qids, edges }) => {
        const { qubits } = mapLayout(qids, edges);
        expect(Object.keys(qubits)).toEqual(qids);
        const places = Object.values(qubits);
        expect(new Set(places.map(({ row, col }) => `${row},${col}`)).size).toBe(qids.length);
        expect(places.every(({ row, col }) => Number.isInteger(row) && Number.isInteger(col))).toBe(true);
        expect(Math.min(...places.map(({ row }) => row))).toBe(0);
        expect(Math.min(...places.map(({ col }) => col))).toBe(0);
      }),
    );
  });

  it('no qubit of a computed layout is on the line of a coupling of others', () => {
    fc.assert(
      fc.property(graph, ({ qids, edges }) => {
        const { qubits, layoutType } = mapLayout(qids, edges);
        fc.pre(layoutType !== 'list');
        const at = (qid: string) => qubits[qid] ?? { row: Number.NaN, col: Number.NaN };
        const hidden = edges.flatMap(([a, b]) =>
          qids.filter((qid) => qid !== a && qid !== b && isBetween(at(qid), at(a), at(b))),
        );
        expect(hidden).toEqual([]);
      }),
    );
  });

  it('a computed layout does not depend on the order of qubits and edges, nor on the direction of an edge', () => {
    fc.assert(
      fc.property(graph, fc.infiniteStream(fc.nat()), ({ qids, edges }, keys) => {
        const turned = edges.map(([a, b], index): [string, string] => (index % 2 === 0 ? [a, b] : [b, a]));
        expect(mapLayout(shuffled(qids, keys), shuffled(turned, keys))).toEqual(mapLayout(qids, edges));
      }),
    );
  });

  it('a part of a built-in lattice keeps the positions of the lattice, whatever the order', () => {
    fc.assert(
      fc.property(damaged, fc.infiniteStream(fc.nat()), ({ topology, dead, broken }, keys) => {
        const qids = Object.keys(topology.qubits).filter((qid) => !dead.includes(qid));
        const alive = topology.couplings.filter(
          (pair) => !broken.includes(pair) && pair.every((qid) => !dead.includes(qid)),
        );
        const layout = mapLayout(shuffled(qids, keys), shuffled(alive, keys));
        for (const qid of qids) expect(layout.qubits[qid]).toEqual(topology.qubits[qid]);
        expect(Object.keys(layout.qubits)).toHaveLength(qids.length);
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
