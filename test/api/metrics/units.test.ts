import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Caller, startWorld, type World } from '../support/world.ts';

let world: World;
let owner: Caller;
beforeAll(async () => {
  world = await startWorld();
  owner = await world.register('owner');
});
afterAll(() => world.stop());

describe('T1 of 80 us in three spellings', () => {
  const params = { chip_id: 'spelled' };
  const date = '2026-02-03T04:05:06Z';
  const t1 = [
    [8e-5, 's'],
    [0.08, 'ms'],
    [80, 'us'],
  ] as const;
  beforeAll(async () => {
    const conf = {
      backend_name: 'toy',
      n_qubits: 3,
      coupling_map: [
        [0, 1],
        [1, 2],
      ],
    };
    const qubits = t1.map(([value, unit]) => [{ name: 'T1', unit, value, date }]);
    const props = { backend_name: 'toy', last_update_date: date, qubits, gates: [], general: [] };
    await owner.api.importChip({ body: { format: 'ibm', chip_id: params.chip_id, documents: { conf, props } } });
  });

  it('every cell, the median and the ends of a metric are in its unit, whatever unit each value came in', async () => {
    const found = await owner.api.getChipMetrics({ params, query: { metrics: ['t1'] } });
    const cells = Object.values(found.qubit_metrics.t1 ?? {});
    expect(cells.map(({ value, unit }) => [value, unit])).toEqual(Array(3).fill([80, 'us']));
    expect(found.qubit_coverage.t1).toMatchObject({ median: 80, min: 80, max: 80, unit: 'us', left_out: [] });
  });

  it.each(['latest', 'best', 'average'] as const)('the %s of a range is in the unit of its metric', async (mode) => {
    const query = { metrics: ['t1'], selection_mode: mode, start_at: '2026-01-01' };
    const found = await owner.api.getChipMetrics({ params, query });
    expect(found.qubit_coverage.t1).toMatchObject({ median: 80, min: 80, max: 80, unit: 'us' });
  });

  it('heat map, summary and medians are in the unit of the metric', async () => {
    const heatmap = await owner.api.getChipMetricHeatmap({ params: { ...params, metric: 't1' } });
    expect(heatmap).toMatchObject({ values: { 0: 80, 1: 80, 2: 80 }, unit: 'us', left_out: [] });
    const summary = await owner.api.getChipMetricsSummary({ params });
    expect([summary.averages.t1, summary.units.t1]).toEqual([80, 'us']);
    const medians = await owner.api.getChipMedians({
      params,
      query: { timezone: 'UTC', days: 1, as_of: '2026-02-04' },
    });
    expect(medians.qubit_metrics.t1).toEqual([{ median: 80, unit: 'us', present: 3, left_out: 0, measured: 3 }]);
  });

  it('the report prints the three values in the unit of its head', async () => {
    const file = await owner.api.downloadMetricsPdf({ params, query: { metrics: ['t1'] } });
    const text = Buffer.from(await file.arrayBuffer()).toString('latin1');
    const words = [...text.matchAll(/\((.*?)(?<!\\)\) Tj/g)].map(([, word]) => word);
    const row = words.indexOf('T1');
    expect(words.slice(row, row + 6)).toEqual(['T1', 'µs', '3 of 3', '80.0', '80.0', '80.0']);
    expect(words.slice(words.indexOf('T1 \\(µs\\)')).filter((word) => word === '80.0')).toHaveLength(3);
  });
});

describe('an angle', () => {
  const params = { chip_id: 'angles' };
  beforeAll(async () => {
    await owner.api.createChip({ body: { chip_id: params.chip_id, size: 16 } });
    for (const [value, calibrated_at] of [
      [3.12, '2026-02-01T00:00:00Z'],
      [-3.12, '2026-02-02T00:00:00Z'],
    ] as const)
      await owner.api.updateCalibrationParameters({
        body: { ...params, qid: '7', parameters: { virtual_z: { value, unit: 'rad', calibrated_at } } },
      });
  });

  it('the mean of angles is modulo a turn', async () => {
    const found = await owner.api.getChipMetrics({ params, query: { selection_mode: 'average' } });
    const cell = found.qubit_metrics.virtual_z?.['7'];
    expect(cell?.value).toBeCloseTo(Math.PI, 12);
    expect(cell?.spread).toBeCloseTo((2 * (Math.PI - 3.12)) / Math.SQRT2, 4);
    expect(cell).toMatchObject({ unit: 'rad', n: 2, standard_error: null });
  });

  it('a change of an angle goes the shorter way round', async () => {
    const query = { as_of_before: '2026-02-01T12:00:00Z', as_of_after: '2026-02-03T00:00:00Z' };
    const { differences } = await owner.api.getChipDifferences({ params, query });
    expect(differences).toHaveLength(1);
    expect(differences[0]?.change).toBeCloseTo(2 * Math.PI - 6.24, 12);
  });
});
