import { describe, expect, it } from 'vitest';
import { generateTopology } from '#shared/chips/rules/topology/generate.ts';
import { gridSizeOf } from '#shared/chips/rules/topology/lattice.ts';
import { mapLayout } from '#shared/chips/rules/topology/layout.ts';
import { layoutTypeOf } from '#shared/chips/rules/topology/layout-type.ts';
import { nearestDistance } from '#shared/chips/rules/topology/nearest-distance.ts';
import type { Topology } from '#shared/chips/rules/topology/types.ts';
import { readTopologyBody } from '#shared/devices/rules/import/topology/read-topology-body.ts';

const pairs = (text: string) => text.split(' ').map((pair) => pair.split('-') as [string, string]);
const numbers = (count: number) => Array.from({ length: count }, (_, index) => String(index));
const allPairs = (count: number): [string, string][] =>
  numbers(count).flatMap((a) => numbers(Number(a)).map((b): [string, string] => [b, a]));
const ring = (count: number): [string, string][] =>
  numbers(count).map((qid) => [qid, String((Number(qid) + 1) % count)]);
const star = (count: number): [string, string][] =>
  numbers(count)
    .slice(1)
    .map((qid) => ['0', qid]);

function generated(id: string): Topology {
  const topology = generateTopology(id);
  if (!topology) throw new Error(`no topology ${id}`);
  return topology;
}

/** The layout as a drawing in text, a qubit a letter of its qid. */
function drawn(qids: readonly string[], couplings: readonly (readonly [string, string])[]): string[] {
  const { qubits } = mapLayout(qids, couplings);
  const rows: string[][] = [];
  for (const [qid, { row, col }] of Object.entries(qubits)) {
    rows[row] ??= [];
    (rows[row] as string[])[col] = qid;
  }
  return Array.from(rows, (row) => Array.from(row ?? [], (qid) => qid ?? '.').join(' '));
}

const longest = (qubits: Topology['qubits'], couplings: readonly (readonly [string, string])[]) =>
  Math.max(
    ...couplings.map(([a, b]) => {
      const [from, to] = [qubits[a], qubits[b]];
      return from && to ? Math.hypot(from.row - to.row, from.col - to.col) : Number.NaN;
    }),
  );

describe('the layout of a known lattice with dead couplings or qubits', () => {
  it.each([
    ['heavy-hex-27', 1],
    ['heavy-hex-27', 4],
    ['heavy-hex-127', 2],
    ['heavy-hex-133', 9],
    ['square-lattice-mux-64', 12],
  ])('the layout of %s without %i couplings is that of the lattice', (id, count) => {
    const { qubits, couplings, layoutType } = generated(id);
    const alive = couplings.filter((_, index) => index % 7 !== 3 || index >= 7 * count);
    expect(alive).toHaveLength(couplings.length - count);
    expect(mapLayout(Object.keys(qubits), alive)).toEqual({ layoutType, qubits });
  });

  it('the layout of a heavy hexagon without a qubit has the others where they are', () => {
    const { qubits, couplings } = generated('heavy-hex-27');
    const { '12': dead, ...others } = qubits;
    expect(dead).toBeDefined();
    const alive = couplings.filter((pair) => !pair.includes('12'));
    expect(mapLayout(Object.keys(others), alive)).toEqual({ layoutType: 'hex', qubits: others });
    expect(mapLayout(Object.keys(qubits), alive)).toEqual({ layoutType: 'hex', qubits });
  });

  it('a chip with a coupling that the lattice has not, or with few of its couplings, is laid out by itself', () => {
    const { qubits, couplings } = generated('heavy-hex-27');
    expect(mapLayout(Object.keys(qubits), [...couplings, ['0', '26']]).qubits).not.toEqual(qubits);
    expect(mapLayout(Object.keys(qubits), couplings.slice(0, 20)).qubits).not.toEqual(qubits);
  });

  it('the couplings of a known layout are one cell long, under other ids too', () => {
    for (const id of ['heavy-hex-27', 'heavy-hex-133', 'square-lattice-mux-144']) {
      const { qubits, couplings } = generated(id);
      const renamed = couplings.map(([a, b]): [string, string] => [`Q${a}`, `Q${b}`]);
      const layout = mapLayout(
        Object.keys(qubits).map((qid) => `Q${qid}`),
        renamed,
      );
      expect(longest(layout.qubits, renamed)).toBe(1);
      expect(layout.layoutType).toBe(generated(id).layoutType);
    }
  });
});

describe('the layout of rings, stars and all-to-all chips', () => {
  it('a ring is the border of a rectangle, in any numbering', () => {
    expect(drawn(numbers(12), ring(12))).toEqual(['0 1 2 3', '11 . . 4', '10 . . 5', '9 8 7 6']);
    expect(drawn(numbers(4), pairs('0-2 2-1 1-3 3-0'))).toEqual(['0 2', '3 1']);
    expect(mapLayout(numbers(12), ring(12)).layoutType).toBe('ring');
  });

  it('a ring of an odd number has one coupling two cells long at most', () => {
    expect(drawn(numbers(7), ring(7))).toEqual(['0 . 1', '6 . 2', '5 4 3']);
    for (const count of [3, 5, 17, 101])
      expect(longest(mapLayout(numbers(count), ring(count)).qubits, ring(count))).toBeLessThanOrEqual(2);
  });

  it('a star has its hub in the middle of a square of its leaves', () => {
    expect(drawn(numbers(5), star(5))).toEqual(['. 1', '4 0 2', '. 3']);
    expect(drawn(numbers(17), star(17))).toEqual([
      '15 16 1 2 3',
      '14 . . . 4',
      '13 . 0 . 5',
      '12 . . . 6',
      '11 10 9 8 7',
    ]);
    expect(mapLayout(numbers(17), star(17)).layoutType).toBe('star');
  });

  it('an all-to-all chip is a circle, also without a few couplings', () => {
    const whole = mapLayout(numbers(8), allPairs(8));
    expect(whole.layoutType).toBe('circle');
    expect(mapLayout(numbers(8), allPairs(8).slice(3))).toEqual(whole);
    const places = Object.values(whole.qubits);
    const middle = { row: 6, col: 6 };
    for (const { row, col } of places)
      expect(Math.abs(Math.hypot(row - middle.row, col - middle.col) - 6)).toBeLessThan(1);
    expect(nearestDistance(places)).toBe(4);
  });
});

describe('the layout of other chips', () => {
  it('a chain is one row in any numbering', () => {
    expect(drawn(numbers(4), pairs('2-0 0-3 3-1'))).toEqual(['2 0 3 1']);
    expect(mapLayout(numbers(4), pairs('2-0 0-3 3-1')).layoutType).toBe('linear');
    expect(mapLayout(numbers(1024), ring(1024).slice(0, -1)).layoutType).toBe('linear');
  });

  it('a lattice of no built-in size is found by its couplings, with its holes', () => {
    const grid = numbers(20).flatMap((qid) => {
      const at = Number(qid);
      return [...(at % 5 < 4 ? [[qid, String(at + 1)]] : []), ...(at < 15 ? [[qid, String(at + 5)]] : [])] as [
        string,
        string,
      ][];
    });
    expect(drawn(numbers(20), grid)).toEqual(['0 1 2 3 4', '5 6 7 8 9', '10 11 12 13 14', '15 16 17 18 19']);
    const holed = numbers(20).filter((qid) => qid !== '6');
    expect(
      drawn(
        holed,
        grid.filter((pair) => !pair.includes('6')),
      ),
    ).toEqual(['0 1 2 3 4', '5 . 7 8 9', '10 11 12 13 14', '15 16 17 18 19']);
  });

  it('a small heavy hexagon and a tree are drawn with couplings of one cell', () => {
    const guadalupe = pairs('0-1 1-2 1-4 2-3 3-5 4-7 5-8 6-7 7-10 8-9 8-11 10-12 11-14 12-13 12-15 13-14');
    expect(longest(mapLayout(numbers(16), guadalupe).qubits, guadalupe)).toBe(1);
    expect(drawn(numbers(5), pairs('0-1 1-2 1-3 3-4'))).toEqual(['0 1 2', '. 3', '. 4']);
  });

  it('separate parts have a free cell between them, and lone qubits come last', () => {
    expect(drawn(numbers(6), pairs('0-2 3-4'))).toEqual(['0 2 . 3 4', '', '1 5']);
    expect(drawn(numbers(5), [])).toEqual(['0 1 2', '3 4']);
    expect(mapLayout(['7'], [])).toEqual({ layoutType: 'free', qubits: { '7': { row: 0, col: 0 } } });
  });

  it('a chip of several parts has the layout of each of them', () => {
    const typeOf = (count: number, couplings: [string, string][]) => mapLayout(numbers(count), couplings).layoutType;
    expect(typeOf(6, pairs('0-1 1-2 3-4 4-5'))).toBe('linear');
    expect(typeOf(9, pairs('0-1 1-2 3-4 4-5'))).toBe('linear');
    expect(typeOf(12, pairs('0-1 1-2 2-3 3-4 4-0 5-6 6-7 7-8 8-9 9-5'))).toBe('ring');
    expect(typeOf(12, pairs('0-1 0-2 0-3 0-4 0-5 6-7 6-8 6-9 6-10 6-11'))).toBe('star');
    expect(typeOf(8, pairs('0-1 0-2 1-3 2-3 4-5 5-6 6-7'))).toBe('grid');
    const down = { 0: { row: 0, col: 0 }, 1: { row: 1, col: 0 }, 2: { row: 0, col: 2 }, 3: { row: 1, col: 2 } };
    expect(layoutTypeOf(down, pairs('0-1 2-3'))).toBe('linear');
  });

  it('parts of a chip are drawn at one scale, though a circle is finer than a chain', () => {
    const { qubits } = mapLayout(numbers(7), [...allPairs(5), ['5', '6']]);
    const apart = Math.hypot(
      (qubits['5']?.row ?? Number.NaN) - (qubits['6']?.row ?? Number.NaN),
      (qubits['5']?.col ?? Number.NaN) - (qubits['6']?.col ?? Number.NaN),
    );
    expect(apart).toBe(nearestDistance(numbers(5).map((qid) => qubits[qid] ?? { row: 0, col: 0 })));
    expect(apart).toBeGreaterThan(1);
  });

  it('what no lattice holds is drawn in layers', () => {
    const bowtie = pairs('0-1 0-2 1-2 2-3 2-4 3-4');
    expect(mapLayout(numbers(5), bowtie).layoutType).toBe('free');
    expect(longest(mapLayout(numbers(5), bowtie).qubits, bowtie)).toBeLessThanOrEqual(2);
  });

  it('what no drawing fits is a list of its qubits in their order', () => {
    const layout = mapLayout(numbers(65), allPairs(65));
    expect(layout.layoutType).toBe('list');
    expect([layout.qubits['0'], layout.qubits['9'], layout.qubits['64']]).toEqual([
      { row: 0, col: 0 },
      { row: 1, col: 0 },
      { row: 7, col: 1 },
    ]);
    expect(mapLayout(numbers(1024), star(1024)).layoutType).toBe('list');
  });
});

describe('topologies that are posted', () => {
  const posted = (body: Record<string, unknown>) => {
    const result = readTopologyBody(body);
    if (!result.ok) throw new Error(JSON.stringify(result.problems));
    return result.topology;
  };

  it('a posted list of couplings has the layout that they suggest, with its type', () => {
    const couplings = star(17);
    const topology = posted({ couplings });
    expect([topology.layoutType, topology.qubits]).toEqual(['star', mapLayout(numbers(17), couplings).qubits]);
    expect(posted({ couplings: allPairs(65) }).layoutType).toBe('list');
  });

  it('posted places stay as they are, with the type that is stated', () => {
    const qubits = { a: { row: 0, col: 0 }, b: { row: 5, col: 7 } };
    expect(posted({ qubits, couplings: [['a', 'b']], layout_type: 'circle' })).toMatchObject({
      layoutType: 'circle',
      qubits,
    });
  });
});

describe('chips that are too large', () => {
  it('a chip of more qubits or couplings than a chip may have is listed at once', () => {
    expect(mapLayout(numbers(1025), ring(1025)).layoutType).toBe('list');
  });
});

describe('the kind of a layout', () => {
  it('a qubit with four neighbours is on a grid, also without a square', () => {
    const cross = { '0': { row: 1, col: 1 }, '1': { row: 0, col: 1 }, '2': { row: 1, col: 0 } };
    const whole = { ...cross, '3': { row: 1, col: 2 }, '4': { row: 2, col: 1 } };
    expect(layoutTypeOf(whole, pairs('0-1 0-2 0-3 0-4'))).toBe('grid');
    expect(layoutTypeOf(cross, pairs('0-1 0-2'))).toBe('hex');
  });

  it('positions and couplings tell squares, hexagons, chains and anything else apart', () => {
    for (const [id, type] of [
      ['square-lattice-mux-16', 'grid'],
      ['heavy-hex-27', 'hex'],
      ['linear-16', 'linear'],
    ] as const) {
      const { qubits, couplings } = generated(id);
      expect(layoutTypeOf(qubits, couplings)).toBe(type);
    }
    const { qubits } = generated('square-lattice-mux-16');
    expect(layoutTypeOf(qubits, pairs('0-1 1-15'))).toBe('free');
    expect(layoutTypeOf(qubits, [])).toBe('free');
  });

  it('the grid of a layout is as large as its rows and its columns need', () => {
    expect(gridSizeOf({ '0': { row: 4, col: 0 } })).toBe(5);
    expect(gridSizeOf({ '0': { row: 0, col: 4 } })).toBe(5);
    expect(gridSizeOf({})).toBe(0);
  });

  it('the nearest distance of qubits counts along rows, columns and diagonals', () => {
    expect(
      nearestDistance([
        { row: 0, col: 0 },
        { row: 3, col: 3 },
        { row: 9, col: 4 },
      ]),
    ).toBe(3);
    expect(nearestDistance([{ row: 0, col: 0 }])).toBe(1);
  });
});
