import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { phases, startTwoCooldowns, type TwoCooldowns } from '../cooldowns/two-cooldowns.ts';
import { pairDevice } from '../support/pair-device.ts';
import { refusal, refused } from '../support/refusal.ts';
import { type Caller, startWorld, type World } from '../support/world.ts';

const chip_id = 'chip';
const params = { chip_id };

describe('metrics over a range', () => {
  /** T1 of qubit 0 by day; the first is the import's. */
  const measured = [
    ['2025-01-01', 100],
    ['2025-01-02', 90],
    ['2025-01-08', 140],
    ['2025-01-13', 104],
    ['2025-01-20', 110],
    ['2025-02-03', 60],
  ] as const;
  const at = (date: string) => `${date}T12:00:00.000Z`;
  let world: World;
  let owner: Caller;
  beforeAll(async () => {
    world = await startWorld();
    owner = await world.register('owner');
    await owner.api.importChip({ body: { format: 'ibm', chip_id, documents: pairDevice(100, at('2025-01-01')) } });
    for (const [date, value] of measured.slice(1)) {
      const parameters = { t1: { value, unit: 'us', error: 2, calibrated_at: at(date) } };
      await owner.api.updateCalibrationParameters({ body: { chip_id, qid: '0', parameters } });
    }
  });
  afterAll(() => world.stop());

  const t1 = async (query: object) => {
    const metrics = await owner.api.getChipMetrics({ params, query: { as_of: '2025-03-01', ...query } });
    return metrics.qubit_metrics.t1?.['0'];
  };

  it('latest is the newest value of the range, with its own error', async () => {
    const cell = { value: 60, stddev: 2, error: 2, n: 1, spread: null, standard_error: null, luck: null };
    expect(await t1({})).toMatchObject({ ...cell, source: 'manual', calibrated_at: at('2025-02-03') });
    expect(await t1({ end_at: '2025-02-01' })).toMatchObject({ value: 110, source: 'manual' });
    expect(await t1({ end_at: '2025-01-01T12:00:00Z' })).toMatchObject({ value: 100, source: 'import' });
  });

  it('best is the greatest T1 of the range, with how many there were and what luck lifts it by', async () => {
    const best = await t1({ selection_mode: 'best' });
    expect(best).toMatchObject({ value: 140, stddev: null, error: 2, n: 6, standard_error: null, source: 'manual' });
    expect(best).toMatchObject({ calibrated_at: at('2025-01-08'), state: 'stale' });
    expect(best?.spread).toBeCloseTo(26.128, 3);
    // Six values of a deviation of 26 %: exp(0.25955 x 1.2816) - 1.
    expect(best?.luck).toBeCloseTo(0.3947, 3);
    expect(await t1({ selection_mode: 'best', start_at: '2025-01-09' })).toMatchObject({ value: 110, n: 3 });
  });

  it('average is the mean of the range, with its deviation and an error from blocks of days', async () => {
    const january = { selection_mode: 'average', end_at: '2025-01-31' };
    const cell = await t1(january);
    expect(cell).toMatchObject({ value: 108.8, error: null, n: 5, task_id: null, source: null, luck: null });
    expect(cell).toMatchObject({ calibrated_at: at('2025-01-20'), execution_id: null });
    expect([cell?.stddev, cell?.spread]).toEqual([cell?.spread, expect.closeTo(18.9, 2)]);
    // Blocks 95 (of two), 140, 104 and 110 around 108.8.
    const error = Math.sqrt((4 / 3) * (4 * 13.8 ** 2 + 31.2 ** 2 + 4.8 ** 2 + 1.2 ** 2)) / 5;
    expect(cell?.standard_error).toBeCloseTo(error, 9);
    const one = { selection_mode: 'average', start_at: '2025-02-01' };
    expect(await t1(one)).toMatchObject({ value: 60, stddev: null, n: 1, standard_error: null });
  });

  it('a range without values has no cell in any mode, and best none of a metric without a good end', async () => {
    for (const selection_mode of ['latest', 'best', 'average'] as const)
      expect(await t1({ selection_mode, start_at: '2025-02-04' })).toBeUndefined();
    const best = { as_of: '2025-03-01', selection_mode: 'best' } as const;
    const { qubit_metrics } = await owner.api.getChipMetrics({ params, query: best });
    expect(qubit_metrics.anharmonicity).toEqual({});
  });

  it('a metric says where targets were tried unequally often, and the answer what was asked for', async () => {
    const query = { as_of: '2025-03-01', selection_mode: 'best', within_hours: 2000 } as const;
    const metrics = await owner.api.getChipMetrics({ params, query });
    expect(metrics.qubit_coverage.t1).toMatchObject({ tried_unequally: true, total: 2 });
    expect(metrics.qubit_coverage.average_readout_fidelity).toMatchObject({ tried_unequally: false });
    expect(metrics).toMatchObject({ selection_mode: 'best', within_hours: 2000, cooldown_id: null });
  });

  it.each([{ selection_mode: 'median' }, { within_hours: '0' }, { start_at: 'yesterday' }])(
    'metrics over a range refuse %j',
    async (query) => {
      expect(await refusal(owner.api.getChipMetrics({ params, query: query as object }))).toMatchObject({
        status: 400,
      });
    },
  );
});

describe('metrics of a cool-down', () => {
  let scene: TwoCooldowns;
  beforeAll(async () => {
    scene = await startTwoCooldowns();
  });
  afterAll(() => scene.world.stop());

  const t1 = async (query: object) => {
    const metrics = await scene.api.getChipMetrics({ params: { chip_id: 'chip' }, query });
    return metrics.qubit_metrics.t1?.['0'];
  };

  it.each(['one', 'two'] as const)('metrics of cool-down %s are of what bears its id', async (cooldown_id) => {
    const history = await scene.api.getQubitMetricHistory({
      params: { chip_id: 'chip', qid: '0' },
      query: { metric: 't1', cooldown_id },
    });
    const values = history.history.map(({ value }) => value ?? 0);
    expect(values).toHaveLength(3);
    expect(await t1({ cooldown_id })).toMatchObject({ value: values[0], n: 1 });
    expect(await t1({ cooldown_id, selection_mode: 'best' })).toMatchObject({ value: Math.max(...values), n: 3 });
    const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
    expect(await t1({ cooldown_id, selection_mode: 'average' })).toMatchObject({ value: mean, n: 3 });
    expect(phases).toContain(cooldown_id);
  });

  it('metrics of a cool-down that the chip never was in are none, and of an unknown one refused', async () => {
    expect(await t1({ cooldown_id: 'side' })).toBeUndefined();
    expect(await refusal(t1({ cooldown_id: 'nowhere' }))).toEqual(
      refused(400, `Cool-down 'nowhere' not found in project '${scene.projectId}'`),
    );
  });
});
