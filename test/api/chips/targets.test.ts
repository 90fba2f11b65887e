import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listGeneratedTopologies } from '#shared/chips/rules/topology/generate.ts';
import { taskCatalogue } from '#shared/runs/rules/task-catalogue.ts';
import { refusal, refused } from '../support/refusal.ts';
import { type Caller, startWorld, type World } from '../support/world.ts';

let world: World;
let owner: Caller;
const chip_id = 'lattice';
const params = { chip_id };
beforeAll(async () => {
  world = await startWorld();
  owner = await world.register('owner');
  await owner.api.createChip({ body: { chip_id, size: 16 } });
});
afterAll(() => world.stop());

describe('listChipQubits and listChipCouplings', () => {
  it('lists of targets are in numeric order, with an offset', async () => {
    const { qubits, ...page } = await owner.api.listChipQubits({ params, query: { offset: 9, limit: 3 } });
    expect(qubits.map(({ qid }) => qid)).toEqual(['9', '10', '11']);
    expect(page).toMatchObject({ total: 16, offset: 9, skip: 9, limit: 3 });
    const { couplings, total } = await owner.api.listChipCouplings({ params });
    expect(total).toBe(24);
    const pairs = couplings.map(({ qid }) => qid.split('-').map(Number));
    expect(pairs).toEqual([...pairs].sort(([a = 0, b = 0], [c = 0, d = 0]) => a - c || b - d));
    expect(pairs.every(([a = 0, b = 0]) => a < b)).toBe(true);
    const last = await owner.api.listChipCouplings({ params, query: { offset: 23, limit: 2048 } });
    expect(last).toMatchObject({ couplings: [{ qid: couplings[23]?.qid }], next_cursor: null });
  });

  it('lists of targets choose the qubits that are named, and leave unknown ones out', async () => {
    const query = { qids: ['3', '11', '99', 'a#b'] };
    const { qubits, total } = await owner.api.listChipQubits({ params, query });
    expect([qubits.map(({ qid }) => qid), total]).toEqual([['3', '11'], 2]);
    const one = await owner.api.listChipQubits({ params, query: { qids: '5' } });
    expect(one.qubits.map(({ qid }) => qid)).toEqual(['5']);
  });

  it.each([{ limit: 0 }, { limit: 1025 }, { offset: -1 }, { limit: 'x' }])('listChipQubits 400: %j', async (query) => {
    expect((await refusal(owner.api.listChipQubits({ params, query }))).status).toBe(400);
  });

  it('listChipCouplings takes a limit of 2048 at most', async () => {
    expect((await refusal(owner.api.listChipCouplings({ params, query: { limit: 2049 } }))).status).toBe(400);
  });
});

describe('getChipQubit and getChipCoupling', () => {
  it('getChipQubit and getChipCoupling answer one target; a coupling under its reversed id as well', async () => {
    expect(await owner.api.getChipQubit({ params: { chip_id, qid: 7 } })).toMatchObject({ qid: '7', chip_id });
    const read = (coupling_id: string) => owner.api.getChipCoupling({ params: { chip_id, coupling_id } });
    expect((await read('0-1')).qid).toBe('0-1');
    expect(await read('1-0')).toEqual(await read('0-1'));
  });

  it('an unknown target is 404, which names the target and the chip', async () => {
    for (const qid of ['16', '007', 'a#b', '😀', '-1'])
      expect(await refusal(owner.api.getChipQubit({ params: { chip_id, qid } }))).toEqual(
        refused(404, `Qubit '${qid}' not found in chip '${chip_id}'`),
      );
    for (const coupling_id of ['0-15', '1-99', 'a-b', 'a#b-c', '😀-😀'])
      expect(await refusal(owner.api.getChipCoupling({ params: { chip_id, coupling_id } }))).toEqual(
        refused(404, `Coupling '${coupling_id}' not found in chip '${chip_id}'`),
      );
  });

  it('getChipCoupling 404: a coupling id that is not a pair', async () => {
    for (const coupling_id of ['0', '-', '0-', '-1'])
      expect(await refusal(owner.api.getChipCoupling({ params: { chip_id, coupling_id } }))).toMatchObject({
        status: 404,
        errors: [{ path: 'path.coupling_id' }],
      });
  });
});

describe('muxes', () => {
  it('muxes of a chip hold four qubits each, with every standard task on them', async () => {
    const { muxes, total } = await owner.api.listChipMuxes({ params });
    expect([Object.keys(muxes), total]).toEqual([['0', '1', '2', '3'], 4]);
    expect(Object.keys(muxes['2']?.detail ?? {})).toEqual(['8', '9', '10', '11']);
    const tasks = taskCatalogue.filter(({ type }) => type === 'qubit').map(({ name }) => name);
    expect(Object.keys(muxes['2']?.detail['8'] ?? {})).toEqual(tasks);
    expect(muxes['2']?.detail['8']?.CheckT1).toEqual({ name: 'CheckT1', status: 'pending', default_view: true });
    expect(await owner.api.getChipMux({ params: { chip_id, mux_id: 2 } })).toEqual(muxes['2']);
  });

  it('muxes of a chip come in pages', async () => {
    const { muxes, ...page } = await owner.api.listChipMuxes({ params, query: { skip: 1, limit: 2 } });
    expect([Object.keys(muxes), page]).toEqual([['1', '2'], { total: 4, skip: 1, limit: 2, next_cursor: null }]);
  });

  it('a mux that the chip has not is 404; one that is not a whole number 400', async () => {
    const read = (mux_id: string | number) => refusal(owner.api.getChipMux({ params: { chip_id, mux_id } }));
    expect(await read(4)).toEqual(refused(404, `Mux 4 not found in chip '${chip_id}' with 4 muxes`));
    for (const bad of ['x', '1.5', '-1', '1e3', ' '])
      expect(await read(bad)).toMatchObject({ status: 404, errors: [{ path: 'path.mux_id' }] });
  });
});

describe('topologies', () => {
  it('topologies are listed as built in, of one size where asked', async () => {
    const { topologies, total } = await owner.api.listTopologies();
    expect(topologies.map(({ id }) => id)).toEqual(listGeneratedTopologies().map(({ id }) => id));
    expect(total).toBe(topologies.length);
    const sized = await owner.api.listTopologies({ query: { size: 64 } });
    const grids = ['grid-64-uncoupled', 'grid-64-nearest-neighbour'];
    expect(sized.topologies.map(({ id }) => id)).toEqual(['square-lattice-mux-64', 'linear-64', ...grids]);
    expect((await refusal(owner.api.listTopologies({ query: { size: 'big' } }))).status).toBe(400);
  });

  it('a topology is answered with positions, couplings and muxes', async () => {
    const { data } = await owner.api.getTopologyById({ params: { topology_id: 'square-lattice-mux-16' } });
    expect(data).toMatchObject({ num_qubits: 16, grid_size: 4, mux: { enabled: true, size: 2 } });
    expect(Object.keys(data.qubits)).toHaveLength(16);
    expect(data.couplings).toHaveLength(24);
    const { couplings } = await owner.api.listChipCouplings({ params });
    const undirected = data.couplings.map((pair) =>
      [...pair]
        .map(Number)
        .sort((a, b) => a - b)
        .join('-'),
    );
    expect(undirected.sort()).toEqual(couplings.map(({ qid }) => qid).sort());
  });

  it('an unknown topology is 404, whatever its id', async () => {
    for (const topology_id of ['nowhere', 'linear-1', 'linear-1025', 'a#b', '😀', 'constructor'])
      expect(await refusal(owner.api.getTopologyById({ params: { topology_id } }))).toEqual(
        refused(404, `Topology '${topology_id}' not found`),
      );
  });
});
