import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SOUND } from '#test/support/runs/simulation.ts';
import { refusal, refused } from '../support/refusal.ts';
import { type Caller, startWorld, type World } from '../support/world.ts';

let world: World;
let owner: Caller;
beforeAll(async () => {
  world = await startWorld();
  owner = await world.register('owner');
});
afterAll(() => world.stop());

const source = `
stages:
  - {name: one, tasks: [CheckT1]}
`;

describe('a chip of any size', () => {
  it.each([1, 3, 4, 9, 17, 20, 1023])(
    'createChip 201: %i qubits, without couplings unless they are asked for',
    async (size) => {
      const bare = await owner.api.createChip({ body: { chip_id: `bare-${size}`, size } });
      expect(bare).toMatchObject({ size, qubit_count: size, coupling_count: 0, topology_id: `grid-${size}-uncoupled` });
      const { data } = await owner.api.getTopologyById({ params: { topology_id: `grid-${size}-uncoupled` } });
      expect(Object.keys(data.qubits)).toHaveLength(size);
    },
  );

  it('createChip 201: couplings between neighbours where they are asked for; built-in sizes stay as they are', async () => {
    const made = (chip_id: string, size: number, couplings?: 'none' | 'nearest_neighbour') =>
      owner.api.createChip({ body: { chip_id, size, couplings } });
    expect(await made('n9', 9, 'nearest_neighbour')).toMatchObject({ coupling_count: 12 });
    expect(await made('n16', 16, 'nearest_neighbour')).toMatchObject({ topology_id: 'square-lattice-mux-16' });
    expect(await made('d16', 16)).toMatchObject({ topology_id: 'square-lattice-mux-16', coupling_count: 24 });
    expect(await made('u16', 16, 'none')).toMatchObject({ topology_id: 'grid-16-uncoupled', coupling_count: 0 });
  });

  it('createChip 400: a size that no chip has, and couplings alongside a topology', async () => {
    for (const size of [0, 1025, 1.5])
      expect((await refusal(owner.api.createChip({ body: { chip_id: 'no', size } }))).status).toBe(400);
    const body = { chip_id: 'no', topology_id: 'linear-5', couplings: 'none' as const };
    expect(await refusal(owner.api.createChip({ body }))).toEqual(
      refused(400, "Give 'topology_id' or 'couplings', not both: a topology has its couplings"),
    );
  });

  it('couplings are added to a grid later, and an empty chip takes any other size', async () => {
    await owner.api.createChip({ body: { chip_id: 'later', size: 9 } });
    const params = { chip_id: 'later' };
    const coupled = { topology_id: 'grid-9-nearest-neighbour' };
    expect(await owner.api.updateChip({ params, body: coupled })).toMatchObject({ size: 9, coupling_count: 12 });
    const resized = await owner.api.replaceChip({ params, body: { size: 5 } });
    expect(resized).toMatchObject({ size: 5, coupling_count: 0, readout_lines: [['0', '1', '2', '3'], ['4']] });
  });
});

describe('a chip of any size from end to end', () => {
  it.each([1, 5, 9, 17, 23])('%i qubits: run, overview, metrics, edit, export and import', async (size) => {
    const chip_id = `whole-${size}`;
    const params = { chip_id };
    await owner.api.createChip({ body: { chip_id, size, couplings: 'nearest_neighbour', mux_size: 6 } });
    await owner.api.saveFlow({ body: { name: `check_${size}`, chip_id, code: source } });
    const started = await owner.api.executeFlow({ params: { name: `check_${size}` }, body: { parameters: SOUND } });
    const readRun = () => owner.api.getExecution({ params: { execution_id: started.execution_id } });
    await expect.poll(async () => (await readRun()).status).toBe('completed');
    expect((await readRun()).task).toHaveLength(size);
    const overview = await owner.api.getChipOverview({ params, query: { since: '2020-01-01' } });
    expect(overview).toMatchObject({ qubit_count: size });
    const metrics = await owner.api.getChipMetrics({ params, query: {} });
    expect(Object.keys(metrics.qubit_metrics.t1 ?? {})).toHaveLength(size);
    const { total, muxes } = await owner.api.listChipMuxes({ params });
    expect(total).toBe(Math.ceil(size / 6));
    expect(Object.values(muxes).flatMap(({ detail }) => Object.keys(detail))).toHaveLength(size);
    const qid = String(size - 1);
    await owner.api.updateCalibrationParameters({ body: { chip_id, qid, parameters: { t1: { value: 41.5 } } } });
    const file = (await owner.api.exportChip({ params, query: {} })) as Blob;
    const copy_id = `copy-${size}`;
    const body = { format: 'fiducial' as const, chip_id: copy_id, documents: { chip: await file.text() } };
    expect(await owner.api.importChip({ body })).toMatchObject({ created: true, qubits: size, left_out: [] });
    const [one, other] = await Promise.all(
      [chip_id, copy_id].map((id) => owner.api.getChip({ params: { chip_id: id } })),
    );
    const shape = (chip: typeof one) => ({
      ...{ topology: chip?.topology_id, lines: chip?.readout_lines, size: chip?.size },
      couplings: Object.keys(chip?.couplings ?? {}),
      values: Object.values(chip?.qubits ?? {}).map(({ data }) => data.t1?.value),
    });
    expect(shape(other)).toEqual(shape(one));
  });
});
