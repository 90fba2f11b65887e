import { expect, it } from 'vitest';
import { generateTopology } from '#shared/chips/rules/topology/generate.ts';
import { cellFigures } from '#shared/values/rules/cell/cell-figures.ts';
import { cellLabels, drawLayer, type Mark, noPatch } from '../../../web/chips/components/chip-map/layer.ts';
import { layoutChip } from '../../../web/chips/lib/map/chip-layout.ts';
import { mapScale } from '../../../web/chips/lib/map/color-scale.ts';
import { layerStamps } from '../../../web/chips/lib/map/layer-stamps.ts';
import type { MapLayer } from '../../../web/chips/lib/map/layers.ts';
import { mapColours } from '../../../web/chips/lib/map/ramps.ts';
import type { MetricCell } from '../../../web/ui/lib/api/wire.ts';
import { drawnValues, mapCells } from '../../../web/values/lib/metrics/cells.ts';
import { displayOf } from '../../../web/values/lib/metrics/metric-display.ts';
import { wireTopology } from './support/wire-topology.ts';

const t1 = displayOf(undefined, 'qubit', 't1');
const day = 86400;

interface Given {
  isStale?: boolean;
  isFaulty?: boolean;
  source?: string;
}

const cellOf = ({ isStale = false, isFaulty = false, source = 'task' }: Given): MetricCell => ({
  value: isFaulty ? null : 100,
  ...{ stddev: null, error: null, n: 1, spread: null, standard_error: null, luck: null, unit: 'us' },
  ...{ source: source as 'task', task_id: null, execution_id: null },
  calibrated_at: '2026-01-01T00:00:00.000Z',
  age_seconds: isStale ? 608 * day : 60,
  state: isFaulty ? 'faulty' : isStale ? 'stale' : 'fresh',
});

/** T1 of so many qubits of a chip of 133, with the qubits of which a value is held and those that are noted. */
function drawn(given: readonly Given[], held: readonly string[] = [], noted: readonly string[] = [], because = 'jump') {
  const topology = generateTopology('heavy-hex-133');
  if (!topology) throw new Error('no topology');
  const layout = layoutChip(wireTopology(topology), new Set());
  const waiting = held.map((qid) => ({
    ...{ target_type: 'qubit' as const, qid, metric: 't1', value: 1, error: null, unit: 'us' },
    ...{ measured_at: '', task_id: null, because, reason: 'why' },
  }));
  const answered = Object.fromEntries(given.map((one, index) => [String(index), cellOf(one)]));
  const targets = layout.qubits.map(({ id }) => id);
  const cells = mapCells(targets, answered, t1, waiting);
  const values = drawnValues(cells);
  const scale = mapScale(values, t1, mapColours('tide', false));
  const layer: MapLayer = { display: t1, cells, scale, figures: cellFigures(values) };
  const drawnCells = drawLayer(layer, layout, false, new Set(noted)).cells;
  const count = (mark: Mark) => drawnCells.filter(({ marks }) => marks.includes(mark)).length;
  return {
    stamps: layerStamps(cells, t1),
    stale: count('stale'),
    fresh: count('fresh'),
    simulated: count('simulated'),
    ofFirst: drawnCells[0]?.marks ?? [],
    labelOfFirst: cellLabels(layer, 'UTC', new Set(noted), noPatch.qubit)[0],
  };
}

const some = (count: number, one: Given = {}): Given[] => Array.from({ length: count }, () => one);

it.each([
  [133, 0, ['133 of 133 older than 48 h, median age 19 mo'], 0, 0],
  [44, 65, ['44 of 109 older than 48 h, median age 1 min'], 0, 65],
  // A third is not more than a third.
  [33, 66, [], 33, 0],
  [34, 66, ['34 of 100 older than 48 h, median age 1 min'], 0, 66],
  [2, 62, [], 2, 0],
  [0, 64, [], 0, 0],
  [0, 0, [], 0, 0],
])('%d stale and %d fresh numbers have the stamps %j, %d hatched frames and %d dots', (stale, fresh, ...expected) => {
  const found = drawn([...some(stale, { isStale: true }), ...some(fresh)]);
  expect([found.stamps, found.stale, found.fresh]).toEqual(expected);
});

it('a layer of simulated numbers alone is stamped, and others have the mark on each of them', () => {
  const simulated = { source: 'simulator' };
  expect(drawn(some(133, simulated))).toMatchObject({ stamps: ['133 of 133 simulated'], simulated: 0 });
  expect(drawn([...some(5, simulated), ...some(1)])).toMatchObject({ stamps: [], simulated: 5 });
});

it.each([
  ['faulty, held and noted', { isFaulty: true }, ['held', 'noted']],
  ['held, simulated, stale and noted', { isStale: true, source: 'simulator' }, ['held', 'noted']],
  ['held, stale and noted', { isStale: true }, ['held', 'noted']],
])('of the marks of a cell that is %s the first two are shown', (_, first, marks) => {
  expect(drawn([first, ...some(20)], ['0'], ['0']).ofFirst).toEqual(marks);
});

it('a cell with a value that a user chose to measure only has a mark of its own, and says so without a doubt', () => {
  const { ofFirst, labelOfFirst } = drawn(some(20), ['0'], [], 'measured_only');
  expect(ofFirst).toEqual(['measured']);
  expect(labelOfFirst).toMatch(/1\sµs is measured, not accepted$/);
  expect(drawn(some(20), ['0']).labelOfFirst).toMatch(
    /^Q0, 1\sµs is held: why, T1 .* counts until the held value is accepted/,
  );
});
