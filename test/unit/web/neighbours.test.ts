import { expect, it } from 'vitest';
import { generateTopology } from '#shared/chips/rules/topology/generate.ts';
import { layoutChip } from '../../../web/chips/lib/map/chip-layout.ts';
import type { MapLayer } from '../../../web/chips/lib/map/layers.ts';
import { layerOfSome, layoutAround, neighboursOf } from '../../../web/values/lib/metrics/neighbours.ts';
import { wireTopology } from './support/wire-topology.ts';

const layoutOf = (id: string, couplings: string[] = []) => {
  const topology = generateTopology(id);
  if (!topology) throw new Error(`no topology ${id}`);
  return layoutChip(wireTopology(topology), new Set(couplings));
};

it('the neighbours of a qubit are those at the other ends of its couplings, a directed gate under its own name', () => {
  expect(neighboursOf('1', layoutOf('linear-4', ['2-1']), [])).toEqual([
    { coupling: '0-1', qubit: '0' },
    { coupling: '2-1', qubit: '2' },
  ]);
  expect(neighboursOf('0', layoutOf('linear-4'), [])).toEqual([{ coupling: '0-1', qubit: '1' }]);
  expect(neighboursOf('9', layoutOf('linear-4'), [])).toEqual([]);
});

it('the neighbours of a qubit without a topology are those of the couplings that have values, as people count', () => {
  expect(neighboursOf('2', undefined, ['2-10', '3-2', '3-4'])).toEqual([
    { coupling: '3-2', qubit: '3' },
    { coupling: '2-10', qubit: '10' },
  ]);
});

it('the map around a qubit has what it is coupled to and what lies alongside it, from its own left and top', () => {
  const layout = layoutOf('square-lattice-mux-64');
  const middle = layout.qubits.find(({ x, y }) => x === 4 && y === 4);
  const around = layoutAround(layout, middle?.id ?? '');
  expect([around?.columns, around?.rows, around?.qubits.length]).toEqual([3, 3, 9]);
  expect(around?.qubits.find(({ id }) => id === middle?.id)).toMatchObject({ x: 1, y: 1 });
  expect(around?.couplings).toHaveLength(12);
  for (const { x, y, from, to } of around?.couplings ?? [])
    expect([x, y]).toEqual([(from.x + to.x) / 2, (from.y + to.y) / 2]);
  expect(layoutAround(layout, '64')).toBeUndefined();
});

it('the map around a qubit keeps the colours of the whole chip', () => {
  const cells = ['0', '1', '2'].map((target) => ({ target }));
  const layer = { cells, scale: { name: 'of all' } } as never as MapLayer;
  expect(layerOfSome(layer, [{ id: '2' }, { id: '0' }, { id: '7' }])).toEqual({
    cells: [{ target: '2' }, { target: '0' }],
    scale: { name: 'of all' },
  });
});
