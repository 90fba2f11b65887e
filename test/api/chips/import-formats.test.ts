import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { refusal } from '../support/refusal.ts';
import { type Caller, startWorld, type World } from '../support/world.ts';

let world: World;
let owner: Caller;
beforeAll(async () => {
  world = await startWorld();
  owner = await world.register('owner');
});
afterAll(() => world.stop());

type Body = Parameters<Caller['api']['importChip']>[0]['body'];

const version = (calibrated_at: string, t1: number, error: number) => ({
  calibrated_at,
  calibration: { single_qubits: { 0: { t1: [t1, error] }, 1: { t1: [30_000, 1_000] } }, two_qubits: { '0-1': {} } },
});
const history = (chip_id: string, ...calibrations: object[]): Body => ({
  format: 'qibolab',
  chip_id,
  documents: { calibrations },
});
const twoYears = [
  version('2024-10-23', 20_000, 500),
  version('2025-03-01', 25_000, 500),
  version('2025-03-02', 25_000, 500),
  version('2026-02-01', 22_000, 400),
];

const qubitOf = (chip_id: string, query = {}) => owner.api.getChipQubit({ params: { chip_id, qid: '0' }, query });
const historyOf = async (chip_id: string) =>
  (
    await owner.api.getQubitMetricHistory({
      params: { chip_id, qid: '0' },
      query: { metric: 't1', within_days: 36500 },
    })
  ).history;

describe('importChip of a history', () => {
  it('importChip 201: a history gives its newest values, and each change at its own time, with its error', async () => {
    const result = await owner.api.importChip({ body: history('iqm', ...twoYears) });
    expect(result).toMatchObject({ created: true, qubits: 2, couplings: 1, values: 4, faulty: 0 });
    const { data } = await qubitOf('iqm');
    expect(data.t1).toMatchObject({ value: 22, error: 0.4, unit: 'us', calibrated_at: '2026-02-01T00:00:00.000Z' });
    expect(
      (await historyOf('iqm')).map(({ value, calibrated_at }) => [value, calibrated_at?.slice(0, 10)]).sort(),
    ).toEqual([
      [20, '2024-10-23'],
      [22, '2026-02-01'],
      [25, '2025-03-01'],
    ]);
    const before = await qubitOf('iqm', { as_of: '2025-06-01T00:00:00Z' });
    expect(before.data.t1).toMatchObject({ value: 25, calibrated_at: '2025-03-01T00:00:00.000Z' });
  });

  it('importChip 201: a longer history adds what is new, and a number that was only copied stays as old as it is', async () => {
    await owner.api.importChip({ body: history('grows', ...twoYears.slice(0, 2)) });
    const again = await owner.api.importChip({ body: history('grows', ...twoYears.slice(0, 2)) });
    expect(again).toMatchObject({ created: false, values: 0, unchanged: 3 });
    const copied = await owner.api.importChip({ body: history('grows', version('2025-12-01', 25_000, 500)) });
    expect(copied).toMatchObject({ values: 0, unchanged: 2 });
    expect((await qubitOf('grows')).data.t1?.calibrated_at).toBe('2025-03-01T00:00:00.000Z');
    const longer = await owner.api.importChip({ body: history('grows', ...twoYears) });
    expect(longer).toMatchObject({ values: 1, unchanged: 3 });
    expect((await historyOf('grows')).map(({ value }) => value).sort()).toEqual([20, 22, 25]);
  });

  it('importChip 409: documents of other qubits than those of the chip change nothing', async () => {
    await owner.api.importChip({ body: history('other', ...twoYears) });
    const state = { qubits: { q1: { T1: 1e-5 }, q2: {} } };
    const body: Body = { format: 'quam', chip_id: 'other', documents: { state, measured_at: '2026-03-01' } };
    expect(await refusal(owner.api.importChip({ body }))).toMatchObject({
      status: 409,
      detail: "Chip 'other' has no qubit 'q1', which the documents of 'quam' describe",
    });
    expect((await refusal(owner.api.previewChipImport({ body }))).status).toBe(409);
    expect(Object.keys((await qubitOf('other')).data)).toEqual(['t1']);
  });

  it('importChip 400: a document that is dated in the future is refused with its time', async () => {
    expect(
      await refusal(owner.api.importChip({ body: history('late', version('2990-01-01', 1_000, 1)) })),
    ).toMatchObject({
      status: 400,
      detail: expect.stringContaining('2990-01-01T00:00:00.000Z is in the future'),
    });
  });

  it('importChip 201: seed values of qubex reach the qubits that they name, and leave the others of the chip', async () => {
    await owner.api.createChip({ body: { chip_id: 'seeded', size: 16 } });
    const content = 'meta: {unit: GHz}\ndata: {Q00: 4.5, Q07: 0, Q15: 5.1}\n';
    const seeds = (files: { name: string; content: string }[]): Body => ({
      format: 'qubex',
      chip_id: 'seeded',
      documents: { files, measured_at: '2026-03-01' },
    });
    const body = seeds([{ name: 'params/qubit_frequency.yaml', content }]);
    expect(await owner.api.previewChipImport({ body })).toMatchObject({ created: false, values: 2, missing: 14 });
    expect(await owner.api.importChip({ body })).toMatchObject({ created: false, values: 2 });
    const chip = await owner.api.getChip({ params: { chip_id: 'seeded' } });
    const measured = Object.entries(chip.qubits ?? {}).filter(([, { data }]) => data.qubit_frequency);
    expect(measured.map(([qid, { data }]) => [qid, data.qubit_frequency?.value])).toEqual([
      ['0', 4.5],
      ['15', 5.1],
    ]);
    expect([chip.qubit_count, chip.coupling_count]).toEqual([16, 24]);
    const beyond = seeds([{ name: 't1.yaml', content: 'meta: {unit: us}\ndata: {Q16: 20}\n' }]);
    expect(await refusal(owner.api.importChip({ body: beyond }))).toMatchObject({
      status: 409,
      detail: expect.stringContaining("Chip 'seeded' has no qubit '16'"),
    });
  });
});

describe('previewChipImport', () => {
  it('previewChipImport 200: says what the import would do, for a new chip and one that is there, and writes nothing', async () => {
    const body = history('seen', ...twoYears.slice(0, 2));
    const preview = await owner.api.previewChipImport({ body });
    expect(preview).toMatchObject({ created: true, device_name: 'qibolab', size: 2, values: 3, unchanged: 0 });
    expect(preview.metrics).toEqual([
      {
        target_kind: 'qubit',
        metric_key: 't1',
        title: 'T1',
        unit: 'us',
        targets: 2,
        values: 3,
        faulty: 0,
        smallest: 20,
        largest: 30,
        oldest_at: '2024-10-23T00:00:00.000Z',
        newest_at: '2025-03-01T00:00:00.000Z',
      },
    ]);
    expect((await refusal(owner.api.getChip({ params: { chip_id: 'seen' } }))).status).toBe(404);
    const counts = ({ qubits, couplings, values, faulty, missing, unchanged, warnings }: typeof preview) => ({
      qubits,
      couplings,
      values,
      faulty,
      missing,
      unchanged,
      warnings,
    });
    expect(await owner.api.importChip({ body })).toMatchObject(counts(preview));
    const longer = { body: history('seen', ...twoYears) };
    const next = await owner.api.previewChipImport(longer);
    expect(next).toMatchObject({ created: false, values: 1, unchanged: 3 });
    expect(await owner.api.importChip(longer)).toMatchObject(counts(next));
    expect(await owner.api.previewChipImport(longer)).toMatchObject({ values: 0, unchanged: 4 });
  });

  it('previewChipImport 400: names everything that is wrong with the documents', async () => {
    const body: Body = { format: 'google', chip_id: 'x', documents: { calibration: { metrics: [{ name: 't' }] } } };
    const refused = await refusal(owner.api.previewChipImport({ body }));
    expect(refused.status).toBe(400);
    expect(refused.errors).toEqual([
      { path: 'body.documents.measured_at', message: expect.stringMatching(/^is needed/) },
      { path: 'body.documents.calibration', message: 'has no number of any qubit' },
      { path: 'body.documents.calibration.metrics[0].targets', message: 'is not a list' },
    ]);
  });
});
