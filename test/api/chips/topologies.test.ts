import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { refusal, refused } from '../support/refusal.ts';
import { type Caller, startWorld, type World } from '../support/world.ts';

let world: World;
let owner: Caller;
beforeAll(async () => {
  world = await startWorld();
  owner = await world.register('owner');
});
afterAll(() => world.stop());

const star = {
  id: 'star',
  name: 'A star',
  qubits: {
    hub: { row: 1, col: 1 },
    north: { row: 0, col: 1 },
    east: { row: 1, col: 2 },
    south: { row: 2, col: 1 },
    west: { row: 1, col: 0 },
  },
  couplings: ['north', 'east', 'south', 'west'].map((end) => ['hub', end]),
  readout_lines: [['hub', 'north', 'south'], ['west']],
};

describe('createTopology', () => {
  it('createTopology 201: a chip of it has its qubits, couplings and readout lines', async () => {
    const made = await owner.api.createTopology({ body: star });
    const { left_out, ...topology } = made;
    expect({ left_out, couplings: topology.couplings }).toEqual({
      left_out: [],
      couplings: [
        ['east', 'hub'],
        ['hub', 'north'],
        ['hub', 'south'],
        ['hub', 'west'],
      ],
    });
    expect(topology).toMatchObject({ id: 'star', num_qubits: 5, readout_lines: star.readout_lines, deleted_at: null });
    expect(await owner.api.getTopology({ params: { topology_id: 'star' } })).toEqual(topology);
    expect((await owner.api.getTopologyById({ params: { topology_id: 'star' } })).data).toEqual(topology);
    const chip = await owner.api.createChip({ body: { chip_id: 'starry', topology_id: 'star' } });
    expect(chip).toMatchObject({ size: 5, coupling_count: 4, readout_lines: star.readout_lines });
    const { muxes, total } = await owner.api.listChipMuxes({ params: { chip_id: 'starry' } });
    expect([total, Object.keys(muxes['1']?.detail ?? {})]).toEqual([2, ['west']]);
    const { detail } = await owner.api.getChipMux({ params: { chip_id: 'starry', mux_id: 0 } });
    expect(Object.keys(detail).sort()).toEqual(['hub', 'north', 'south']);
  });

  it('createTopology 201: what was answered can be sent again, and so can the same request; both change nothing', async () => {
    const body = { id: 'twice', couplings: ['0-1', '1-2'] };
    const { left_out: _leftOut, ...made } = await owner.api.createTopology({ body });
    expect(await owner.api.createTopology({ body })).toMatchObject(made);
    const again = await owner.api.createTopology({ body: made });
    expect(again).toMatchObject(made);
    expect(again.left_out.map(({ path }) => path)).toEqual(['body.deleted_at', 'body.visualization']);
    const other = owner.api.createTopology({ body: { ...body, couplings: ['0-1'] } });
    expect(await refusal(other)).toEqual(refused(409, "Topology 'twice' already exists; give another 'id'"));
  });

  it('createTopology 201: without an id it has one of its content', async () => {
    const body = { couplings: ['a-b', 'b-c'] };
    const first = await owner.api.createTopology({ body });
    expect(first.id).toMatch(/^topology-3-[0-9a-f]{12}$/);
    expect((await owner.api.createTopology({ body })).id).toBe(first.id);
    expect((await owner.api.createTopology({ body: { couplings: ['a-b'] } })).id).not.toBe(first.id);
  });

  it('createTopology 400: each problem is named with its place, and nothing is kept', async () => {
    const body = { id: 'bad', qubits: { a: { row: 0, col: 0 }, b: { row: 0, col: 0 } }, readout_lines: [['c']] };
    expect(await refusal(owner.api.createTopology({ body }))).toMatchObject({
      status: 400,
      errors: [{ path: 'body.qubits.b' }, { path: 'body.readout_lines' }],
    });
    expect((await refusal(owner.api.getTopology({ params: { topology_id: 'bad' } }))).status).toBe(404);
  });

  it('createTopology 409: an id that is built in is taken', async () => {
    const body = { id: 'linear-2', couplings: ['0-1'] };
    expect(await refusal(owner.api.createTopology({ body }))).toEqual(
      refused(409, "Topology 'linear-2' is built in; give another 'id'"),
    );
  });

  it('a topology belongs to its project alone', async () => {
    const stranger = await world.register('stranger');
    expect((await stranger.api.listProjectTopologies()).topologies).toEqual([]);
    expect((await refusal(stranger.api.getTopology({ params: { topology_id: 'star' } }))).status).toBe(404);
    const chip = stranger.api.createChip({ body: { chip_id: 'c', topology_id: 'star' } });
    expect(await refusal(chip)).toEqual(refused(400, "Topology 'star' not found"));
  });
});

describe('deleteTopology', () => {
  const params = { topology_id: 'doomed' };
  const body = { id: 'doomed', couplings: ['0-1'], readout_lines: [['1', '0']] };

  it('deleteTopology 200: one without a chip is gone, and its id is free', async () => {
    await owner.api.createTopology({ body });
    expect(await owner.api.deleteTopology({ params })).toEqual({ message: "Topology 'doomed' deleted" });
    expect((await refusal(owner.api.getTopology({ params }))).status).toBe(404);
    expect((await refusal(owner.api.deleteTopology({ params }))).status).toBe(404);
    await owner.api.createTopology({ body: { ...body, couplings: ['0-1', '1-2'] } });
    await owner.api.deleteTopology({ params });
  });

  it('deleteTopology 200: a chip keeps its topology, which is listed no more and makes no chip', async () => {
    await owner.api.createTopology({ body });
    await owner.api.createChip({ body: { chip_id: 'kept', topology_id: 'doomed' } });
    const before = await owner.api.getChip({ params: { chip_id: 'kept' } });
    const { data } = await owner.api.getTopologyById({ params });
    const { message } = await owner.api.deleteTopology({ params });
    expect(message).toBe("Topology 'doomed' deleted; chips that have it keep it");
    expect(await owner.api.getChip({ params: { chip_id: 'kept' } })).toEqual(before);
    const kept = await owner.api.getTopologyById({ params });
    expect(kept.data).toEqual(data);
    expect((await owner.api.getTopology({ params })).deleted_at).toMatch(/^20/);
    for (const list of [await owner.api.listTopologies(), await owner.api.listProjectTopologies()])
      expect(list.topologies.map(({ id }) => id)).not.toContain('doomed');
    const another = owner.api.createChip({ body: { chip_id: 'late', topology_id: 'doomed' } });
    expect(await refusal(another)).toEqual(refused(400, "Topology 'doomed' not found"));
    const changed = owner.api.createTopology({ body: { ...body, couplings: ['0-1', '1-2'] } });
    expect((await refusal(changed)).detail).toMatch(/is deleted, and its id stays with the chips that have it/);
    await owner.api.createTopology({ body });
    expect((await owner.api.getTopology({ params })).deleted_at).toBeNull();
  });

  it('deleteTopology 409: one that is built in stays', async () => {
    const builtIn = owner.api.deleteTopology({ params: { topology_id: 'linear-5' } });
    expect(await refusal(builtIn)).toEqual(refused(409, "Topology 'linear-5' is built in and cannot be deleted"));
  });
});

it('listProjectTopologies 200: who made each and when, and those of imports without', async () => {
  const calibration = { single_qubits: { 0: { t1: [1000, 1] } }, two_qubits: {} };
  const documents = { calibrations: [{ calibrated_at: '2025-03-01', calibration }], device_name: 'brought' };
  await owner.api.importChip({ body: { format: 'qibolab', chip_id: 'brought', documents } });
  const { topologies } = await owner.api.listProjectTopologies();
  expect(topologies.find(({ id }) => id === 'star')).toMatchObject({
    ...{ name: 'A star', num_qubits: 5, num_couplings: 4, username: 'owner', created_at: expect.stringMatching(/^20/) },
  });
  expect(topologies.find(({ id }) => id === 'qibolab-brought-1')).toMatchObject({ username: null, created_at: null });
});

it('an existing chip gets the places and readout lines of a topology, and keeps each pair as one coupling', async () => {
  const places = (...of: [number, number][]) =>
    Object.fromEntries(of.map(([row, col], index) => [String(index), { row, col }]));
  const couplings = [
    ['1', '0'],
    ['1', '2'],
  ];
  const old = { id: 'old-map', directed: true, qubits: places([0, 0], [1, 1], [2, 2]), couplings };
  await owner.api.createTopology({ body: old });
  await owner.api.createChip({ body: { chip_id: 'mapped', topology_id: 'old-map' } });
  const parameters = { cx_gate_fidelity: { value: 0.98 } };
  await owner.api.updateCalibrationParameters({ body: { chip_id: 'mapped', qid: '1-0', parameters } });
  const line = { qubits: places([0, 0], [0, 1], [0, 2]), readout_lines: [['0', '2'], ['1']] };
  await owner.api.createTopology({ body: { id: 'new-map', ...line, couplings: ['0-1', '1-2', '0-2'] } });
  const params = { chip_id: 'mapped' };
  const changed = await owner.api.updateChip({ params, body: { topology_id: 'new-map' } });
  expect(changed).toMatchObject({
    topology_id: 'new-map',
    size: 3,
    coupling_count: 3,
    readout_lines: [['0', '2'], ['1']],
  });
  const { couplings: kept } = await owner.api.listChipCouplings({ params, query: {} });
  expect(kept.map(({ qid }) => qid).sort()).toEqual(['0-2', '1-0', '1-2']);
  const { data } = await owner.api.getChipCoupling({ params: { ...params, coupling_id: '0-1' } });
  expect(data.cx_gate_fidelity?.value).toBe(0.98);
});
