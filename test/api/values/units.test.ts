import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { batchWriteItems } from '#shared/kernel/store/dynamodb/database.ts';
import { sampleKeys } from '#shared/kernel/store/keys.ts';
import { refusal } from '../support/refusal.ts';
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

describe('a metric that the catalogue leaves open', () => {
  const chip_id = 'open';
  const set = (qid: string, metric: string, value: number, unit: string) =>
    owner.api.updateCalibrationParameters({ body: { chip_id, qid, parameters: { [metric]: { value, unit } } } });
  const cellsOf = async (metric: string) => {
    const found = await owner.api.getChipMetrics({ params: { chip_id }, query: { metrics: [metric] } });
    const cells = Object.values(found.qubit_metrics[metric] ?? {});
    return { cells: cells.map(({ value, unit }) => [value, unit]), coverage: found.qubit_coverage[metric] };
  };
  beforeAll(() => owner.api.createChip({ body: { chip_id, size: 16 } }));

  it.each([
    ['bias', 75, 'mV', 0.1, 'V', 100],
    ['drive_power', -30, 'dBm', 1, 'µW', -30],
    ['hold', 40, 'ns', 0.05, 'us', 50],
  ])('%s gets its unit at its first value, and later ones are converted into it', async (...row) => {
    const [metric, value, unit, other, otherUnit, converted] = row;
    await set('0', metric, value, unit);
    await set('1', metric, other, otherUnit);
    const { cells, coverage } = await cellsOf(metric);
    expect(cells.map(([, own]) => own)).toEqual([unit, unit]);
    expect(cells[1]?.[0]).toBeCloseTo(converted, 9);
    expect(coverage).toMatchObject({ unit, left_out: [], median: expect.closeTo((value + converted) / 2, 9) });
  });

  it('a value in a unit of another dimension is refused in a sentence, and changes nothing', async () => {
    await set('0', 'offset', 1, 'V');
    await expect(refusal(set('1', 'offset', 2, 'K'))).resolves.toMatchObject({
      status: 400,
      detail: "'offset' of qubit '1': the unit 'K' cannot be converted into 'V'",
    });
    await expect(refusal(set('1', 'offset', 2, 'K'))).resolves.toMatchObject({ status: 400 });
    expect((await cellsOf('offset')).cells).toEqual([[1, 'V']]);
  });

  it('of two first values at once one fixes the unit, and the other is converted into it', async () => {
    await Promise.all([set('0', 'race', 1, 'V'), set('1', 'race', 1000, 'mV')]);
    const { cells } = await cellsOf('race');
    const [[, unit] = []] = cells;
    expect(cells).toEqual(Array(2).fill(unit === 'V' ? [1, 'V'] : [1000, 'mV']));
  });

  it('a project of its own has units of its own', async () => {
    const other = await world.register('another');
    await other.api.createChip({ body: { chip_id, size: 16 } });
    const parameters = { offset: { value: 4, unit: 'K' } };
    await other.api.updateCalibrationParameters({ body: { chip_id, qid: '0', parameters } });
    await set('0', 'offset', 1, 'V');
  });

  it('values that were kept in units of several dimensions are told apart, and named where they are left out', async () => {
    await set('0', 'former', 1, 'V');
    await set('1', 'former', 1000, 'mV');
    // Versions before fixed no unit: the next value is as if it were the first.
    const { db } = world.stack.runtime;
    const key = sampleKeys.unit(owner.projectId, 'qubit', 'former');
    await batchWriteItems(db, [{ delete: key }]);
    await set('2', 'former', 4, 'K');
    const { coverage } = await cellsOf('former');
    expect(coverage).toMatchObject({
      ...{ unit: 'V', median: 1, min: 1, max: 1, total: 16, missing: 13 },
      left_out: [{ target_id: '2', unit: 'K', because: 'unit_of_another_kind' }],
    });
    const heatmap = await owner.api.getChipMetricHeatmap({ params: { chip_id, metric: 'former' } });
    expect(heatmap).toMatchObject({ values: { 0: 1, 1: 1 }, unit: 'V', left_out: [{ target_id: '2', unit: 'K' }] });
    const summary = await owner.api.getChipMetricsSummary({ params: { chip_id } });
    expect([summary.averages.former, summary.units.former]).toEqual([1, 'V']);
    expect(summary.left_out.former).toMatchObject([{ target_id: '2', unit: 'K' }]);
  });

  it('an import converts into the unit of the project, and names what does not convert', async () => {
    const at = '2026-02-03T04:05:06.000Z';
    const bias = (value: number, unit: string) => ({ bias: { value, unit, calibrated_at: at } });
    const given: Record<string, object> = { 2: bias(0.2, 'V'), 3: bias(300, 'mV'), 4: bias(4, 'K') };
    const exported = await owner.api.exportChip({ params: { chip_id }, query: { format: 'json' } });
    const document = JSON.parse(await exported.text()) as { qubits: Record<string, object> };
    const entries = Object.entries(document.qubits).map(([qid, one]) => [qid, { ...one, values: given[qid] ?? {} }]);
    const qubits = Object.fromEntries(entries);
    const body = { format: 'fiducial', chip_id, documents: { chip: { ...document, qubits } } } as const;
    const preview = await owner.api.previewChipImport({ body });
    const done = await owner.api.importChip({ body });
    for (const { warnings } of [preview, done])
      expect(warnings).toContain("1 values of 'bias' in 'K' are left out: the unit 'K' cannot be converted into 'mV'");
    const { cells } = await cellsOf('bias');
    expect(cells).toEqual([
      [75, 'mV'],
      [100, 'mV'],
      [200, 'mV'],
      [300, 'mV'],
    ]);
  });
});
