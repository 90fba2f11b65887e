import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { chipEntity, getChip as readChip } from '#shared/chips/store/chips.ts';
import { ifRevision, writeItem } from '#shared/kernel/store/dynamodb/database.ts';
import { refusal } from '../support/refusal.ts';
import { type Caller, startWorld, type World } from '../support/world.ts';

let world: World;
let owner: Caller;
beforeAll(async () => {
  world = await startWorld();
  owner = await world.register('owner');
});
afterAll(() => world.stop());

const linesOf = async (chip_id: string) => (await owner.api.getChip({ params: { chip_id } })).readout_lines;
const muxesOf = async (chip_id: string) => {
  const { muxes } = await owner.api.listChipMuxes({ params: { chip_id } });
  return Object.values(muxes).map(({ detail }) => Object.keys(detail));
};

describe('readout lines of a chip', () => {
  it('readout lines hold every qubit of a new chip, by fours unless another size is given', async () => {
    await owner.api.createChip({ body: { chip_id: 'five', topology_id: 'linear-5' } });
    expect(await muxesOf('five')).toEqual([['0', '1', '2', '3'], ['4']]);
    await owner.api.createChip({ body: { chip_id: 'eights', size: 17, mux_size: 8 } });
    expect((await linesOf('eights')).map((line) => line.length)).toEqual([8, 8, 1]);
  });

  it('readout lines are what a request states, also for a chip that is there', async () => {
    await owner.api.createChip({
      body: { chip_id: 'own', topology_id: 'linear-5', readout_lines: [['4', '0'], ['2']] },
    });
    // Keys that are numbers come in their own order.
    expect(await muxesOf('own')).toEqual([['0', '4'], ['2']]);
    expect(await linesOf('own')).toEqual([['4', '0'], ['2']]);
    const params = { chip_id: 'own' };
    const changed = await owner.api.updateChip({ params, body: { readout_lines: [['1'], ['3', '0']] } });
    expect(changed.readout_lines).toEqual([['1'], ['3', '0']]);
    expect(await owner.api.getChipMux({ params: { ...params, mux_id: 1 } })).toMatchObject({
      detail: { 0: {}, 3: {} },
    });
    expect((await refusal(owner.api.getChipMux({ params: { ...params, mux_id: 2 } }))).detail).toBe(
      "Mux 2 not found in chip 'own' with 2 muxes",
    );
    await owner.api.updateChip({ params, body: { note: 'Lines stay' } });
    expect(await linesOf('own')).toEqual([['1'], ['3', '0']]);
    expect((await owner.api.updateChip({ params, body: { mux_size: 2 } })).readout_lines).toEqual([
      ...[['0', '1'], ['2', '3'], ['4']],
    ]);
  });

  it('readout lines of a topology without its own leave those of the chip', async () => {
    await owner.api.createChip({ body: { chip_id: 'relaid', size: 9, mux_size: 9 } });
    const params = { chip_id: 'relaid' };
    const coupled = await owner.api.updateChip({ params, body: { topology_id: 'grid-9-nearest-neighbour' } });
    expect(coupled.readout_lines).toHaveLength(1);
    const both = { topology_id: 'linear-9', readout_lines: [['8']] };
    expect((await owner.api.updateChip({ params, body: both })).readout_lines).toEqual([['8']]);
  });

  it.each([
    ['a qubit that the chip lacks', [['9']], "Readout line 0 has qubit '9', which is not one of the qubits"],
    ['a qubit on two lines', [['0'], ['0']], "Qubit '0' is in readout lines 0 and 1; it can be in one"],
  ])('readout lines with %s are refused, and the chip stays', async (_, readout_lines, detail) => {
    const params = { chip_id: 'five' };
    const before = await linesOf('five');
    expect(await refusal(owner.api.updateChip({ params, body: { readout_lines } }))).toMatchObject({
      ...{ status: 400, detail },
    });
    expect(await linesOf('five')).toEqual(before);
  });

  it('readout lines are given as lines or as their size, not both', async () => {
    const body = { chip_id: 'no', size: 4, mux_size: 2, readout_lines: [['0']] };
    expect((await refusal(owner.api.createChip({ body }))).detail).toBe(
      "Give 'mux_size' or 'readout_lines', not both: each says which qubits share a readout line",
    );
  });

  it('a chip of an earlier version has the whole fours that it had, until it is given others', async () => {
    const { db } = world.stack.runtime;
    await owner.api.createChip({ body: { chip_id: 'old', topology_id: 'linear-5' } });
    const known = await readChip(db, owner.projectId, 'old');
    if (!known) throw new Error('there is no chip');
    const { rev, readout: _readout, ...record } = known;
    await writeItem(db, { put: chipEntity.encode(record, rev + 1), condition: ifRevision(rev) });
    expect(await muxesOf('old')).toEqual([['0', '1', '2', '3']]);
    await owner.api.updateChip({ params: { chip_id: 'old' }, body: { note: 'Still so' } });
    expect(await linesOf('old')).toEqual([['0', '1', '2', '3']]);
    const body = { mux_size: 4 };
    expect((await owner.api.updateChip({ params: { chip_id: 'old' }, body })).readout_lines).toHaveLength(2);
  });

  it('a chip as of an instant has the readout lines of its day', async () => {
    const chip = await owner.api.getChip({ params: { chip_id: 'five' }, query: { as_of: new Date().toISOString() } });
    expect(chip.readout_lines).toEqual([['0', '1', '2', '3'], ['4']]);
  });
});

it('an import takes the size of the muxes of qubex, and says what it leaves of a chip that has others', async () => {
  const files = [
    { name: 'chip.yaml', content: 'lab:\n  name: lab\n  n_qubits: 5\n  topology: {type: custom, mux_size: 3}\n' },
    { name: 't1.yaml', content: 'meta: {unit: us}\ndata: {Q0: 10, Q4: 20}\n' },
  ];
  const documents = { files, measured_at: '2025-01-01' };
  const body = { format: 'qubex' as const, documents };
  expect((await owner.api.importChip({ body: { ...body, chip_id: 'qubex' } })).warnings).toEqual([]);
  expect(await linesOf('qubex')).toEqual([
    ['0', '1', '2'],
    ['3', '4'],
  ]);
  expect((await owner.api.importChip({ body: { ...body, chip_id: 'five' } })).warnings).toEqual([
    'The readout lines of the document are not taken over: the chip has others',
  ]);
});
