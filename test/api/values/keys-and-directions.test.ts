import { afterAll, beforeAll, expect, it } from 'vitest';
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

const unknown = "unknown ending '@foo': a key may end in '@inverse' on a coupling, and has no other '@'";
const ofCouplings = "only metrics of couplings end in '@inverse'; use 't1'";

async function chip(): Promise<void> {
  counter += 1;
  chip_id = `chip-${counter}`;
  await owner.api.createChip({ body: { chip_id, topology_id: 'linear-4' } });
}
type Values = Record<string, { value: number; unit?: string; calibrated_at?: string }>;
const set = (qid: string, parameters: Values) =>
  owner.api.updateCalibrationParameters({ body: { chip_id, qid, parameters } });
const valuesOf = async (coupling_id: string) => {
  const { data } = await owner.api.getChipCoupling({ params: { chip_id, coupling_id } });
  return Object.fromEntries(Object.entries(data).map(([metric, { value }]) => [metric, value]));
};

it('a value by hand has no key with another ending than that of the inverse direction of a coupling', async () => {
  await chip();
  expect(await refusal(set('0-1', { 'cz_gate_fidelity@foo': { value: 0.9 } }))).toEqual(
    refused(400, `'cz_gate_fidelity@foo' of coupling '0-1': ${unknown}`),
  );
  expect(await refusal(set('0', { 't1@inverse': { value: 50 } }))).toEqual(
    refused(400, `'t1@inverse' of qubit '0': ${ofCouplings}`),
  );
  expect((await set('0-1', { 'cz_gate_fidelity@inverse': { value: 0.9 } })).kept_as).toEqual({});
  expect(await valuesOf('0-1')).toEqual({ 'cz_gate_fidelity@inverse': 0.9 });
});

it('a seed, a note and a limit have no such key either', async () => {
  await chip();
  const manual_data = { 't1@inverse': { 0: 50 }, t1: { 0: 50 } };
  const { results } = await owner.api.importSeedParameters({ body: { chip_id, source: 'manual', manual_data } });
  expect(results.map(({ status, message }) => [status, message])).toEqual([
    ['error', ofCouplings],
    ['imported', null],
  ]);
  const params = { chip_id, qid: '0', metric_key: 't1@inverse' };
  expect(await refusal(owner.api.upsertQubitMetricNote({ params, query: {}, body: { content: 'odd' } }))).toEqual(
    refused(400, `Note of metric 't1@inverse' of qubit '0' of chip '${chip_id}': ${ofCouplings}`),
  );
  const about = {
    type: 'metric' as const,
    chip_id,
    metric_key: 't1@inverse',
    target_type: 'qubit' as const,
    target_id: '0',
  };
  const issue = { category: 'qubit', title: 'Odd', content: 'odd', subjects: [about] };
  expect((await refusal(owner.api.createForumPost({ body: issue }))).detail).toBe(
    `Metric 't1@inverse': ${ofCouplings}`,
  );
  const value_limits = { 'cz_gate_fidelity@foo': { lowest: 0.1, unit: '' } };
  const project = { params: { project_id: owner.projectId }, body: { value_limits } };
  expect((await refusal(owner.api.updateProject(project))).detail).toBe(
    `The limit of 'cz_gate_fidelity@foo' cannot be: ${unknown}`,
  );
});

it("a chip's document with such keys is imported without these values", async () => {
  await chip();
  const calibrated_at = '2025-03-01T00:00:00.000Z';
  const topology = {
    ...{ id: 'four', directed: false, couplings: [1, 2, 3].map((n) => [`${n - 1}`, `${n}`]) },
    qubits: Object.fromEntries([0, 1, 2, 3].map((col) => [col, { row: 0, col }])),
  };
  const qubits = { 0: { values: { 't1@inverse': { value: 50, unit: 'us', calibrated_at } } } };
  const couplings = {
    '0-1': {
      values: { 'cz_gate_fidelity@inverse': { value: 0.9, unit: '', calibrated_at } },
      faulty: { 'cz_gate_fidelity@foo': calibrated_at },
    },
  };
  const chip_document = { format: 'fiducial-chip', version: 1, chip: { id: 'four' }, topology, qubits, couplings };
  const documents = { chip: chip_document };
  const imported = await owner.api.importChip({ body: { format: 'fiducial', chip_id, documents } });
  expect(imported.left_out).toEqual([
    { path: 'chip.couplings.0-1.faulty.cz_gate_fidelity@foo', reason: unknown, count: 1 },
    { path: 'chip.qubits.0.values.t1@inverse', reason: ofCouplings, count: 1 },
  ]);
  expect(await valuesOf('0-1')).toEqual({ 'cz_gate_fidelity@inverse': 0.9 });
});

it('a number of a directed gate that is set on the exchanged id is one of the inverse direction, and the answer says so', async () => {
  await chip();
  const answer = await set('1-0', { cx_gate_fidelity: { value: 0.97 }, static_zz_interaction: { value: 1e-5 } });
  expect(answer).toMatchObject({
    updated_count: 2,
    current: { cx_gate_fidelity: true, static_zz_interaction: true },
    kept_as: { cx_gate_fidelity: 'cx_gate_fidelity@inverse' },
  });
  expect(await valuesOf('1-0')).toEqual({ 'cx_gate_fidelity@inverse': 0.97, static_zz_interaction: 1e-5 });
  await set('0-1', { cx_gate_fidelity: { value: 0.99 } });
  expect((await set('1-0', { 'cx_gate_fidelity@inverse': { value: 0.995 } })).kept_as).toEqual({
    'cx_gate_fidelity@inverse': 'cx_gate_fidelity',
  });
  expect(await valuesOf('0-1')).toMatchObject({ cx_gate_fidelity: 0.995, 'cx_gate_fidelity@inverse': 0.97 });
});

it('a number without a direction is of both, unless the coupling has one of each', async () => {
  await chip();
  expect((await set('1-0', { cz_gate_fidelity: { value: 0.95 } })).kept_as).toEqual({});
  await set('0-1', { 'cz_gate_fidelity@inverse': { value: 0.9 } });
  expect((await set('1-0', { cz_gate_fidelity: { value: 0.92 } })).kept_as).toEqual({
    cz_gate_fidelity: 'cz_gate_fidelity@inverse',
  });
  expect(await valuesOf('0-1')).toEqual({ cz_gate_fidelity: 0.95, 'cz_gate_fidelity@inverse': 0.92 });
});

it('a key that has no room for its direction is refused on the exchanged id', async () => {
  await chip();
  const metric = `cx_gate_${'q'.repeat(56)}`;
  const { detail, status } = await refusal(set('1-0', { [metric]: { value: 1 } }));
  expect([status, detail]).toEqual([
    400,
    `'${metric}' of coupling '1-0' is too long to be kept as '${metric}@inverse' of coupling '0-1'`,
  ]);
});

it.each(['off', 'warn'] as const)(
  'a value by hand that cannot be is remarked on while the gate is %s',
  async (value_gate) => {
    await owner.api.updateProject({ params: { project_id: owner.projectId }, body: { value_gate } });
    await chip();
    const { remarks, current } = await set('0', { t1: { value: 5, unit: 's' }, t2_echo: { value: 50, unit: 'us' } });
    expect(current).toEqual({ t1: true, t2_echo: true });
    expect(remarks).toMatchObject({ t1: { state: 'noted', because: 'longer_than_a_second' } });
    expect(Object.keys(remarks)).toEqual(['t1']);
    const { history } = await owner.api.getQubitMetricHistory({
      params: { chip_id, qid: '0' },
      query: { metric: 't1' },
    });
    // With the gate off no value is marked.
    expect(history.map(({ gate }) => gate?.because ?? null)).toEqual([
      value_gate === 'off' ? null : 'longer_than_a_second',
    ]);
    const manual_data = { t1: { 1: { value: 5, unit: 's' } } };
    const { results } = await owner.api.importSeedParameters({ body: { chip_id, source: 'manual', manual_data } });
    expect(results).toMatchObject([{ status: 'imported', message: 'It counts, but it is longer than a second' }]);
  },
);
