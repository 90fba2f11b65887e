import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { gate, oldDevice, parameter, planOf } from '#test/support/devices/ibm-device.ts';
import { pairDevice } from '../support/pair-device.ts';
import { refusal, refused } from '../support/refusal.ts';
import { type Caller, startWorld, type World } from '../support/world.ts';

let world: World;
let owner: Caller;
beforeAll(async () => {
  world = await startWorld();
  owner = await world.register('owner');
});
afterAll(() => world.stop());

const run = (chip_id: string, documents: { conf: unknown; props: unknown }) =>
  owner.api.importChip({ body: { format: 'ibm', chip_id, documents } });
const read = (chip_id: string) => owner.api.getChip({ params: { chip_id } });
const historyOf = async (chip_id: string, qid: string, metric = 't1') =>
  (await owner.api.getQubitMetricHistory({ params: { chip_id, qid }, query: { metric, within_days: 36500 } })).history;

describe('importChip', () => {
  it('importChip 201: a new chip appears whole, values in their units with their own dates in UTC', async () => {
    const plan = planOf(oldDevice());
    const values = plan.targets.reduce((sum, target) => sum + Object.keys(target.values).length, 0);
    expect(await run('ourense', oldDevice())).toEqual({
      chip_id: 'ourense',
      created: true,
      qubits: 5,
      couplings: 4,
      elements: { coupler: 0, gate: 0, chain: 0 },
      values,
      faulty: 0,
      missing: plan.missing,
      unchanged: 0,
      warnings: plan.warnings,
      read: plan.read,
      left_out: plan.leftOut,
      held: 0,
      rejected: 0,
      noted: 0,
      judged_values: [],
      judged_kinds: [],
    });
    const chip = await read('ourense');
    expect(chip).toMatchObject({ size: 5, qubit_count: 5, coupling_count: 4, topology_id: plan.topology.topologyId });
    expect(chip.last_calibrated_at).toBe('2020-01-31T13:00:00.000Z');
    expect(chip.qubits?.['0']?.data.t1).toEqual({
      parameter_name: 't1',
      qid_role: '',
      value: 100,
      value_type: 'float',
      error: 0,
      unit: 'us',
      description: '',
      calibrated_at: '2020-01-31T13:00:00.000Z',
      execution_id: '',
      task_id: '',
      source: 'import',
    });
    for (const target of plan.targets) {
      const map = target.kind === 'qubit' ? chip.qubits : chip.couplings;
      const found = Object.entries(map?.[target.id]?.data ?? {});
      expect(Object.fromEntries(found.map(([metric, { value }]) => [metric, value]))).toEqual(
        Object.fromEntries(Object.entries(target.values).map(([metric, { value }]) => [metric, value])),
      );
    }
  });

  it('the topology that an import brought is listed, is answered, and can be built from again', async () => {
    const { topology_id } = await read('ourense');
    const id = topology_id ?? '';
    const { topologies } = await owner.api.listTopologies({ query: { size: 5 } });
    expect(topologies.map((topology) => topology.id)).toContain(id);
    const { data } = await owner.api.getTopologyById({ params: { topology_id: id } });
    const pairs = data.couplings.map((pair) => [...pair].map(Number).sort().join('-'));
    expect([data.num_qubits, pairs.sort()]).toEqual([5, ['0-1', '1-2', '1-3', '3-4']]);
    const twin = await owner.api.createChip({ body: { chip_id: 'twin', topology_id: id } });
    expect(twin).toMatchObject({ qubit_count: 5, coupling_count: 4 });
    const stranger = await world.register('stranger');
    expect((await refusal(stranger.api.getTopologyById({ params: { topology_id: id } }))).status).toBe(404);
  });

  it('a second import of the same documents, in any order, changes not one item', async () => {
    const first = await run('again', oldDevice());
    const before = await world.scan();
    const shuffled = oldDevice();
    shuffled.props.gates.reverse();
    for (const parameters of shuffled.props.qubits) parameters.reverse();
    for (const documents of [oldDevice(), shuffled])
      expect(await run('again', documents)).toEqual({ ...first, created: false, values: 0, unchanged: first.values });
    expect(await world.scan()).toBe(before);
  });

  it('imported newer documents become current; older ones go to the history only', async () => {
    await run('dated', pairDevice(50, '2024-01-10T00:00:00+00:00'));
    const newer = await run('dated', pairDevice(60, '2024-01-12T00:00:00+00:00'));
    const older = await run('dated', pairDevice(40, '2024-01-08T00:00:00+00:00'));
    expect([newer.created, older.created]).toEqual([false, false]);
    expect(older.values).toBe(newer.values);
    const chip = await read('dated');
    expect(chip.qubits?.['0']?.data.t1).toMatchObject({ value: 60, calibrated_at: '2024-01-12T00:00:00.000Z' });
    expect(chip.last_calibrated_at).toBe('2024-01-12T00:00:00.000Z');
    const history = await historyOf('dated', '0');
    expect(history.map(({ value, timestamp }) => [value, timestamp.slice(0, 10)])).toEqual([
      [60, '2024-01-12'],
      [50, '2024-01-10'],
      [40, '2024-01-08'],
    ]);
    expect(history[0]).toMatchObject({ source: 'import', recorded_by: 'owner', faulty: false, reason: '' });
  });

  it('an imported error of 1 is a faulty mark and no number; a later good value clears it', async () => {
    await run('broken', pairDevice(50, '2024-01-10T00:00:00Z'));
    const summary = await run('broken', pairDevice(50, '2024-01-11T00:00:00Z', 1));
    expect(summary.faulty).toBe(1);
    expect(summary.warnings.join()).toContain('cz');
    const coupling = () => owner.api.getChipCoupling({ params: { chip_id: 'broken', coupling_id: '1-0' } });
    const faulty = await coupling();
    expect([faulty.faulty, Object.keys(faulty.data)]).toEqual([['cz_gate_fidelity'], ['cz_gate_time']]);
    await run('broken', pairDevice(50, '2024-01-12T00:00:00Z', 0.02));
    const mended = await coupling();
    expect([mended.faulty, mended.data.cz_gate_fidelity?.value]).toEqual([[], 0.98]);
    const { history } = await owner.api.getCouplingMetricHistory({
      params: { chip_id: 'broken', coupling_id: '0-1' },
      query: { metric: 'cz_gate_fidelity', within_days: 36500 },
    });
    expect(history.map(({ value, faulty }) => [value, faulty])).toEqual([
      [0.98, false],
      [null, true],
      [0.99, false],
    ]);
  });

  it('an import into a chip that was made by hand joins its values and adds a coupling that it lacks', async () => {
    await owner.api.createChip({ body: { chip_id: 'by-hand', topology_id: 'linear-5' } });
    const summary = await run('by-hand', oldDevice());
    expect(summary.created).toBe(false);
    const chip = await read('by-hand');
    expect(Object.keys(chip.couplings ?? {})).toEqual(['0-1', '1-2', '1-3', '2-3', '3-4']);
    expect([chip.coupling_count, chip.topology_id]).toEqual([5, 'linear-5']);
    expect(chip.couplings?.['2-3']?.data).toEqual({});
  });

  it('an imported directed gate keeps its only direction, and is found under the other', async () => {
    const device = pairDevice(50, '2024-01-10T00:00:00Z');
    device.conf.coupling_map = [[1, 0]];
    device.props.gates = [gate('ecr', [1, 0], 0.01, 500)];
    await run('directed', device);
    expect(Object.keys((await read('directed')).couplings ?? {})).toEqual(['1-0']);
    const found = await owner.api.getChipCoupling({ params: { chip_id: 'directed', coupling_id: '0-1' } });
    expect([found.qid, found.data.ecr_gate_fidelity?.value]).toEqual(['1-0', 0.99]);
  });

  it('imported names that every object has are metrics like any other', async () => {
    const device = pairDevice(50, '2024-01-10T00:00:00Z');
    device.props.qubits[0]?.push(parameter('constructor', 7, 'GHz', '2024-01-10T00:00:00Z'));
    await run('inherited', device);
    expect((await read('inherited')).qubits?.['0']?.data.constructor).toMatchObject({ value: 7 });
    const { qubit_metrics } = await owner.api.getChipMetrics({ params: { chip_id: 'inherited' } });
    expect(qubit_metrics.constructor).toMatchObject({ 0: { value: 7 } });
  });

  it('importChip 409: documents of another size, and nothing of them is kept', async () => {
    await owner.api.createChip({ body: { chip_id: 'wide', topology_id: 'linear-8' } });
    const before = await world.scan();
    expect(await refusal(run('wide', oldDevice()))).toEqual(
      refused(409, "Chip 'wide' has 8 qubits; the documents describe 5 of 'ibmq_ourense'"),
    );
    expect(await world.scan()).toBe(before);
  });

  it('importChip 400: wrong documents, each problem with its path, and nothing half-imported', async () => {
    const before = await world.scan();
    const device = oldDevice();
    Object.assign(device.props, { qubits: {} });
    Object.assign(device.conf, { n_qubits: 4.5 });
    const answer = await refusal(run('wrong', device));
    expect(answer.status).toBe(400);
    expect(answer.errors).toEqual([
      expect.objectContaining({ path: 'body.documents.conf.n_qubits' }),
      expect.objectContaining({ path: 'body.documents.props.qubits' }),
    ]);
    expect(answer.detail).toMatch(/^The ibm documents cannot be imported: conf\.n_qubits: .*\(and 1 more\)$/);
    expect(await world.scan()).toBe(before);
    expect((await refusal(read('wrong'))).status).toBe(404);
  });

  it('importChip 201: entries that cannot be read are left out by reason and path, and the rest is there', async () => {
    const device = oldDevice();
    const [first, second] = device.props.qubits;
    if (!first?.[0] || !second?.[1]) throw new Error('the device has no parameters');
    first[0].value = 'long';
    second[1].date = 'yesterday';
    device.props.qubits[2] = [parameter('T1', 1e300, 'us')];
    const { left_out, read: taken } = await run('partial', device);
    expect(left_out).toEqual([
      { path: 'props.qubits[0][0].value', reason: 'is not a number', count: 1 },
      { path: 'props.qubits[1][1].date', reason: 'is not an ISO 8601 date and time', count: 1 },
      { path: 'props.qubits[2][0].value', reason: 'is out of range', count: 1 },
    ]);
    expect(taken).toBe(planOf(device).read);
    expect((await read('partial')).qubits?.['3']?.data.t1).toBeDefined();
  });

  it.each([
    ['no documents', { format: 'ibm', chip_id: 'x' }, 'body.documents'],
    ['another format', { format: 'acme', chip_id: 'x', documents: { conf: {}, props: {} } }, 'body.format'],
    ['no chip id', { format: 'ibm', documents: { conf: {}, props: {} } }, 'body.chip_id'],
    [
      'swapped documents',
      { format: 'ibm', chip_id: 'x', documents: { conf: oldDevice().props, props: oldDevice().conf } },
      'body.documents.conf',
    ],
    [
      'texts for documents',
      { format: 'ibm', chip_id: 'x', documents: { conf: '{}', props: [] } },
      'body.documents.conf',
    ],
  ])('importChip 400: %s', async (_, json, path) => {
    const answer = await world.raw('POST', '/chips/import', { token: owner.token, json });
    expect(answer.status).toBe(400);
    expect((answer.body.errors as { path: string }[]).map((problem) => problem.path)).toContain(path);
  });

  it('many imports of the same chip at once: each is carried out or told to come again, and the chip is sound', async () => {
    const devices = [1, 2, 3, 4].map((day) => pairDevice(40 + day, `2024-02-0${day}T00:00:00Z`));
    const all = await Promise.all(
      devices.map((device) =>
        run('crowd', device).then(
          () => 201,
          ({ status }) => status,
        ),
      ),
    );
    expect(all.every((status) => status === 201 || status === 409)).toBe(true);
    const carriedOut = devices.filter((_, index) => all[index] === 201);
    expect(carriedOut.length).toBeGreaterThan(0);
    const newest = 40 + Math.max(...devices.map((device, index) => (carriedOut.includes(device) ? index + 1 : 0)));
    const chip = await read('crowd');
    expect([chip.qubits?.['0']?.data.t1?.value, chip.coupling_count]).toEqual([newest, 1]);
    expect(await historyOf('crowd', '0')).toHaveLength(carriedOut.length);
  });
});
