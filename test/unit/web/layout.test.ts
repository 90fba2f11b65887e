import { describe, expect, it } from 'vitest';
import { generateTopology } from '#shared/chips/rules/topology/generate.ts';
import { mapLayout } from '#shared/chips/rules/topology/layout.ts';
import { centre, mapSizes } from '../../../web/chips/components/chip-map/shapes.ts';
import { latticeRows, layoutChip } from '../../../web/chips/lib/map/chip-layout.ts';
import { moveFocus } from '../../../web/chips/lib/map/lattice-moves.ts';
import { wireTopology } from './support/wire-topology.ts';

const layoutOf = (id: string, couplingIds: string[] = []) => {
  const topology = generateTopology(id);
  if (!topology) throw new Error(`no topology ${id}`);
  return layoutChip(wireTopology(topology), new Set(couplingIds));
};

describe('a heavy-hex chip', () => {
  const layout = layoutOf('heavy-hex-27');

  it('a heavy-hex chip has every qubit on its own place, and couplings only between neighbours', () => {
    expect(new Set(layout.qubits.map(({ x, y }) => `${x} ${y}`)).size).toBe(27);
    for (const { from, to } of layout.couplings) expect(Math.abs(from.x - to.x) + Math.abs(from.y - to.y)).toBe(1);
  });
});

describe('the map of Torino', () => {
  const layout = layoutOf('heavy-hex-133');
  const rows = latticeRows(layout.qubits).map((row) => row.map(({ id, x }) => [id, x]));

  it('the map of Torino is drawn as published: row 0 on top, bridges alternating, no row flipped', () => {
    expect(rows[0]?.map(([id]) => id)).toEqual(Array.from({ length: 15 }, (_, index) => String(index)));
    expect(rows[1]).toEqual([
      ['15', 0],
      ['16', 4],
      ['17', 8],
      ['18', 12],
    ]);
    expect(rows[3]).toEqual([
      ['34', 2],
      ['35', 6],
      ['36', 10],
      ['37', 14],
    ]);
    // The last row holds bridges only: upside down it would be the first.
    expect(rows.at(-1)?.map(([id]) => id)).toEqual(['129', '130', '131', '132']);
  });

  it('the map of Torino draws lines, not hexagons', () => {
    expect(layout.couplingShape).toBe('line');
    expect(layout.couplings).toHaveLength(150);
  });

  it('the map of Torino fits the width it is given', () => {
    const sizes = mapSizes(layout, 300);
    expect(sizes.width).toBeLessThanOrEqual(300);
    const xs = layout.qubits.map((qubit) => centre(qubit, sizes).x);
    expect(Math.min(...xs) - sizes.qubit / 2).toBeGreaterThanOrEqual(0);
    expect(Math.max(...xs) + sizes.qubit / 2).toBeLessThanOrEqual(sizes.width);
  });
});

describe('a square chip', () => {
  it('the map of a square chip draws hexagons between its qubits', () => {
    const layout = layoutOf('square-lattice-mux-256');
    expect([layout.couplingShape, layout.columns, layout.rows]).toEqual(['hexagon', 16, 16]);
    expect(layout.couplings).toHaveLength(480);
  });
});

describe('chips of other shapes', () => {
  const drawn = (count: number, pairs: [string, string][]) => {
    const qids = Array.from({ length: count }, (_, index) => String(index));
    const { layoutType, qubits } = mapLayout(qids, pairs);
    return layoutChip({ layout_type: layoutType, qubits, couplings: pairs }, new Set());
  };
  const allPairs = (count: number) =>
    Array.from({ length: count }, (_, b) => Array.from({ length: b }, (_, a): [string, string] => [`${a}`, `${b}`]));
  const star = (leaves: number) => Array.from({ length: leaves }, (_, leaf): [string, string] => ['0', `${leaf + 1}`]);

  it('the qubits of a circle are drawn apart by more than their size, whatever its whole numbers are', () => {
    for (const count of [4, 8, 17]) {
      const { qubits, columns } = drawn(count, allPairs(count).flat());
      const gaps = qubits.flatMap((a, index) =>
        qubits.slice(index + 1).map((b) => Math.max(Math.abs(a.x - b.x), Math.abs(a.y - b.y))),
      );
      expect(Math.min(...gaps)).toBeCloseTo(1.6, 9);
      expect(columns).toBeLessThan(1 + count);
    }
  });

  it('lines are thinner where many meet at a qubit', () => {
    expect(drawn(5, star(4)).lineShare).toBe(1);
    expect(drawn(21, star(20)).lineShare).toBe(0.5);
    expect(drawn(11, allPairs(11).flat()).lineShare).toBe(0.25);
  });

  it('a chip of one qubit is one cell', () => {
    expect(drawn(1, [])).toMatchObject({ columns: 1, rows: 1, couplings: [], qubits: [{ id: '0', x: 0, y: 0 }] });
  });

  it('a list draws no couplings, and has them for its tables', () => {
    const list = drawn(65, allPairs(65).flat());
    expect([list.couplingShape, list.couplings.length, list.columns]).toEqual(['none', 2080, 9]);
  });
});

describe("a coupling's id", () => {
  it("the id of a coupling on a map is the chip's own, so that a directed gate keeps its direction", () => {
    expect(layoutOf('linear-5', ['1-0', '1-2']).couplings.map(({ id }) => id)).toEqual(['1-0', '1-2', '2-3', '3-4']);
  });
});

describe('keys on a map', () => {
  const { qubits } = layoutOf('heavy-hex-133');
  const at = (id: string) => {
    const found = qubits.find((qubit) => qubit.id === id);
    if (!found) throw new Error(`no qubit ${id}`);
    return found;
  };
  const move = (from: string, key: string, ctrlKey = false) => moveFocus(qubits, at(from), { key, ctrlKey })?.id;

  it('keys on a map move to the neighbour in their direction', () => {
    expect(move('0', 'ArrowRight')).toBe('1');
    expect(move('1', 'ArrowLeft')).toBe('0');
    expect(move('0', 'ArrowDown')).toBe('15');
    expect(move('15', 'ArrowUp')).toBe('0');
  });

  it('keys on a map jump over a gap in the lattice instead of stopping', () => {
    expect(move('15', 'ArrowRight')).toBe('16');
    expect(move('1', 'ArrowDown')).toBe('20');
  });

  it('keys on a map stay at the edge of the chip', () => {
    expect(move('0', 'ArrowUp')).toBe('0');
    expect(move('14', 'ArrowRight')).toBe('14');
  });

  it('on a map Home and End lead to the ends of the row, with Ctrl to the corners', () => {
    expect([move('5', 'Home'), move('5', 'End')]).toEqual(['0', '14']);
    expect([move('66', 'Home', true), move('66', 'End', true)]).toEqual(['0', '132']);
  });

  it('keys on a map reach every qubit from the first one', () => {
    const reached = new Set(['0']);
    for (const id of reached)
      for (const key of ['ArrowRight', 'ArrowLeft', 'ArrowUp', 'ArrowDown']) reached.add(move(id, key) ?? id);
    expect(reached.size).toBe(133);
  });

  it('keys that mean nothing on a map move nothing', () => {
    expect(move('0', 'a')).toBeUndefined();
  });
});
