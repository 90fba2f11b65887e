import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { pairDevice } from '../support/pair-device.ts';
import { refusal, refused } from '../support/refusal.ts';
import { type Caller, startWorld, type World } from '../support/world.ts';

let world: World;
let owner: Caller;
let counter = 0;
let chip_id = '';
beforeAll(async () => {
  world = await startWorld();
  owner = await world.register('owner');
});
afterAll(() => world.stop());

type Parameters = Record<
  string,
  { value: number; calibrated_at?: string | null; unit?: string; reason?: string; error?: number }
>;
const day = (n: number) => `2024-03-${String(n).padStart(2, '0')}T00:00:00.000Z`;

/** A chip of its own with an imported T1 of 50 us of the tenth of March, and a working or broken gate. */
async function imported(cz = 0.01): Promise<void> {
  counter += 1;
  chip_id = `chip-${counter}`;
  const documents = pairDevice(50, day(10), cz);
  await owner.api.importChip({ body: { format: 'ibm', chip_id, documents } });
}
const set = (parameters: Parameters, more: { qid?: string; reason?: string; chip_id?: string } = {}) =>
  owner.api.updateCalibrationParameters({ body: { chip_id, qid: '0', ...more, parameters } });
const qubitNow = () => owner.api.getChipQubit({ params: { chip_id, qid: 0 } });
const history = async (metric = 't1') =>
  (await owner.api.getQubitMetricHistory({ params: { chip_id, qid: 0 }, query: { metric, within_days: 36500 } }))
    .history;

describe('updateCalibrationParameters', () => {
  it('a newer value is current; the one before stays in the history, and the reason alongside the new one', async () => {
    await imported();
    const answer = await set({ t1: { value: 61.5, error: 0.5, calibrated_at: day(12) } }, { reason: 'remeasured' });
    const told = {
      updated_count: 1,
      provenance_activity_id: expect.any(String),
      current: { t1: true },
      kept_as: {},
      remarks: {},
    };
    expect(answer).toEqual(told);
    expect((await qubitNow()).data.t1).toMatchObject({
      value: 61.5,
      error: 0.5,
      unit: 'us',
      calibrated_at: day(12),
      source: 'manual',
    });
    expect(await history()).toMatchObject([
      { value: 61.5, source: 'manual', reason: 'remeasured', recorded_by: 'owner', calibrated_at: day(12) },
      { value: 50, source: 'import', reason: '', calibrated_at: day(10) },
    ]);
    const { last_calibrated_at } = await owner.api.getChip({ params: { chip_id }, query: { include: 'none' } });
    expect(last_calibrated_at).toBe(day(12));
  });

  it('an older value goes to the history only, and the answer says so', async () => {
    await imported();
    const answer = await set({
      t1: { value: 1, calibrated_at: '2024-03-05' },
      fresh: { value: 2, calibrated_at: day(1) },
    });
    expect(answer.current).toEqual({ t1: false, fresh: true });
    const { data } = await qubitNow();
    expect([data.t1?.value, data.fresh?.value]).toEqual([50, 2]);
    expect((await history()).map(({ value }) => value)).toEqual([50, 1]);
  });

  it('a value of the same date takes precedence over what it corrects, and above a later import of that date', async () => {
    await imported();
    expect((await set({ t1: { value: 55, calibrated_at: day(10) } })).current).toEqual({ t1: true });
    expect((await qubitNow()).data.t1?.value).toBe(55);
    expect((await set({ t1: { value: 56, calibrated_at: day(10) } })).current).toEqual({ t1: true });
    await owner.api.importChip({ body: { format: 'ibm', chip_id, documents: pairDevice(57, day(10)) } });
    expect((await qubitNow()).data.t1?.value).toBe(56);
    expect((await history()).map(({ value }) => value).sort()).toEqual([50, 55, 56, 57]);
    await set({ t1: { value: 80, calibrated_at: day(20) } });
    const then = await owner.api.getChipMetrics({ params: { chip_id }, query: { as_of: day(15) } });
    expect(then.qubit_metrics.t1?.['0']).toMatchObject({ value: 56, calibrated_at: day(10) });
  });

  it('a value without a date is of the present; a date in the future is refused', async () => {
    await imported();
    const before = world.now().toISOString();
    await set({ t1: { value: 70, calibrated_at: null } });
    const at = (await qubitNow()).data.t1?.calibrated_at ?? '';
    expect(at >= before && at <= world.now().toISOString()).toBe(true);
    expect(await refusal(set({ t1: { value: 1, calibrated_at: '2999-01-01T00:00:00Z' } }))).toEqual(
      refused(400, "calibrated_at '2999-01-01T00:00:00.000Z' of 't1' is in the future"),
    );
    expect((await qubitNow()).data.t1?.value).toBe(70);
  });

  it('a value clears a faulty mark, which stays in the history', async () => {
    await imported(1);
    const coupling = () => owner.api.getChipCoupling({ params: { chip_id, coupling_id: '0-1' } });
    const marked = await coupling();
    expect([marked.faulty, marked.data.cz_gate_fidelity]).toEqual([['cz_gate_fidelity'], undefined]);
    const parameters = { cz_gate_fidelity: { value: 0.97, calibrated_at: '2024-04-01' } };
    expect((await set(parameters, { qid: '1-0' })).current).toEqual({ cz_gate_fidelity: true });
    const mended = await coupling();
    expect([mended.faulty, mended.data.cz_gate_fidelity?.value]).toEqual([[], 0.97]);
    const { history: entries } = await owner.api.getCouplingMetricHistory({
      params: { chip_id, coupling_id: '1-0' },
      query: { metric: 'cz_gate_fidelity', within_days: 36500 },
    });
    expect(entries.map(({ value, faulty }) => [value, faulty])).toEqual([
      [0.97, false],
      [null, true],
    ]);
  });

  it('a value may be of any metric key, those that every object inherits too, and any number that can be stored', async () => {
    await imported();
    const parameters = {
      constructor: { value: 1 },
      toString: { value: 2 },
      'a#b 😀': { value: 3 },
      tiny: { value: -1e-99 },
    };
    const { current } = await set(parameters);
    expect(Object.entries(current).every(([, isCurrent]) => isCurrent)).toBe(true);
    const { data } = await qubitNow();
    const values = Object.keys(parameters).map((key) => Object.getOwnPropertyDescriptor(data, key)?.value.value);
    expect(values).toEqual([1, 2, 3, -1e-99]);
    const { qubit_metrics } = await owner.api.getChipMetrics({ params: { chip_id } });
    for (const key of Object.keys(parameters))
      expect(Object.getOwnPropertyDescriptor(qubit_metrics, key)?.value).toMatchObject({ 0: { state: 'fresh' } });
    expect(Object.hasOwn(Object, '0')).toBe(false);
    expect((await history('a#b 😀')).map(({ value }) => value)).toEqual([3]);
  });

  it('a value is kept in the unit of the one before: another unit of time is converted, and its error with it', async () => {
    await imported();
    await set({ t1: { value: 0.2, error: 0.01, unit: 'ms', calibrated_at: day(12) } });
    const kept = { value: 200, error: 10, unit: 'us' };
    expect((await qubitNow()).data.t1).toMatchObject(kept);
    expect((await history())[0]).toMatchObject(kept);
    const { qubit_coverage } = await owner.api.getChipMetrics({ params: { chip_id } });
    expect(qubit_coverage.t1).toMatchObject({ max: 200 });
    await set({ average_readout_fidelity: { value: 99.7, unit: '%' } });
    expect((await qubitNow()).data.average_readout_fidelity).toMatchObject({ value: 0.997, unit: '' });
  });

  it('updateCalibrationParameters 400: a unit of another kind, and a number that the metric cannot have', async () => {
    await imported();
    const before = await world.scan();
    const refusals: [Parameters, string][] = [
      [{ t1: { value: 5, unit: 'GHz' } }, "'t1' of qubit '0': the unit 'GHz' cannot be converted into 'us'"],
      [{ t1: { value: -5 } }, "'t1' of qubit '0': -5 is not above 0"],
      [
        { average_readout_fidelity: { value: 99.7 } },
        "'average_readout_fidelity' of qubit '0': 99.7 is not a fidelity: give a fraction from 0 to 1, or a percentage with the unit '%'",
      ],
    ];
    for (const [parameters, detail] of refusals)
      expect(await refusal(set({ anharmonicity: { value: -0.3 }, ...parameters }))).toEqual(refused(400, detail));
    expect(await world.scan()).toBe(before);
  });

  it('values set on one qubit at once are all kept', async () => {
    await imported();
    const outcome = await Promise.all(
      Array.from({ length: 6 }, (_, n) =>
        set({ t1: { value: 100 + n, calibrated_at: day(20 + n) } }).then(
          () => 100 + n,
          () => undefined,
        ),
      ),
    );
    const written = outcome.filter((value) => value !== undefined);
    expect((await qubitNow()).data.t1?.value).toBe(Math.max(...written));
    expect((await history()).map(({ value }) => value)).toEqual([...written.reverse(), 50]);
  });

  it('updateCalibrationParameters 400: an unknown chip, qubit or coupling in the body, and nothing is written', async () => {
    await imported();
    const before = await world.scan();
    const { projectId } = owner;
    expect(await refusal(set({ t1: { value: 1 } }, { chip_id: 'nothing' }))).toEqual(
      refused(400, `Chip 'nothing' not found in project '${projectId}'`),
    );
    for (const qid of ['9', 'a#b', '0-9', '😀'])
      expect(await refusal(set({ t1: { value: 1 } }, { qid }))).toEqual(
        refused(400, `Qubit or coupling '${qid}' not found in chip '${chip_id}'`),
      );
    expect(await world.scan()).toBe(before);
  });

  it.each([
    ['no parameter', {}, 'body.parameters'],
    [
      '21 parameters',
      Object.fromEntries(Array.from({ length: 21 }, (_, n) => [`m${n}`, { value: n }])),
      'body.parameters',
    ],
    ['a text for a value', { t1: { value: '50' } }, 'body.parameters.t1.value'],
    ['no value', { t1: { unit: 'us' } }, 'body.parameters.t1.value'],
    ['a value beyond what is stored', { t1: { value: 1e200 } }, 'body.parameters.t1.value'],
    ['a value too small to be stored', { t1: { value: 1e-200 } }, 'body.parameters.t1.value'],
    ['a negative error', { t1: { value: 1, error: -1 } }, 'body.parameters.t1.error'],
    [
      'a date that there was not',
      { t1: { value: 1, calibrated_at: '2024-02-30' } },
      'body.parameters.t1.calibrated_at',
    ],
    ['a metric key with a slash', { 'a/b': { value: 1 } }, 'body.parameters.a/b'],
    ['a list', [], 'body.parameters'],
  ])('updateCalibrationParameters 400: %s', async (_, parameters, path) => {
    const json = { chip_id, qid: '0', parameters };
    const answer = await world.raw('PATCH', '/calibrations/parameters', { token: owner.token, json });
    expect(answer.status).toBe(400);
    expect((answer.body.errors as { path: string }[]).map((problem) => problem.path)).toContain(path);
  });

  it('updateCalibrationParameters 400: NaN and infinity are not JSON, a number too large for a double is not a value', async () => {
    for (const value of ['NaN', 'Infinity', '1e999']) {
      const body = `{"chip_id":"${chip_id}","qid":"0","parameters":{"t1":{"value":${value}}}}`;
      const answer = await world.raw('PATCH', '/calibrations/parameters', { token: owner.token, body });
      expect(answer.status).toBe(400);
    }
  });
});

describe('getManualEdits', () => {
  it('manual edits are newest first by when they were made, of one chip or of all, without imports', async () => {
    const editor = await world.register('editor');
    for (const id of ['one', 'two']) await editor.api.createChip({ body: { chip_id: id, topology_id: 'linear-2' } });
    const edits = [
      ['one', 1, day(9)],
      ['two', 2, day(1)],
      ['one', 3, day(5)],
    ] as const;
    for (const [id, value, calibrated_at] of edits) {
      const parameters = { t1: { value, calibrated_at, reason: `why ${value}` } };
      await editor.api.updateCalibrationParameters({ body: { chip_id: id, qid: '1', parameters, reason: 'all' } });
      world.advance(1);
    }
    const all = await editor.api.getManualEdits({ params: { qid: 1 } });
    expect([all.qid, all.total]).toEqual(['1', 3]);
    expect(all.edits.map(({ value, chip_id: id, reason }) => [value, id, reason])).toEqual([
      [3, 'one', 'why 3'],
      [2, 'two', 'why 2'],
      [1, 'one', 'why 1'],
    ]);
    const one = await editor.api.getManualEdits({ params: { qid: 1 }, query: { chip_id: 'one', limit: 1 } });
    expect(one).toMatchObject({
      total: 2,
      limit: 1,
      edits: [{ value: 3, edited_by: 'editor', calibrated_at: day(5) }],
    });
    expect(await owner.api.getManualEdits({ params: { qid: 'a#b' } })).toMatchObject({ edits: [], total: 0 });
  });

  it('getManualEdits 400: a page that is none; 404: an id in the path that no qubit can have', async () => {
    const read = (qid: string, query: { limit?: number; chip_id?: string }) =>
      refusal(owner.api.getManualEdits({ params: { qid }, query }));
    for (const call of [read('0', { limit: 101 }), read('0', { chip_id: 'a/b' })])
      expect((await call).status).toBe(400);
    expect((await read('x'.repeat(200), {})).status).toBe(404);
  });
});
