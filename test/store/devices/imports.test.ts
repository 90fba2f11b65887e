import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createChip } from '#shared/chips/verbs/change/create-chip.ts';
import { updateChip } from '#shared/chips/verbs/change/update-chip.ts';
import { readChip, readTarget, readTargets } from '#shared/chips/verbs/read-chip.ts';
import { importChip } from '#shared/devices/verbs/import-chip.ts';
import type { ProjectContext } from '#shared/kernel/context.ts';
import { ServiceError } from '#shared/kernel/errors.ts';
import { listHistory } from '#shared/values/store/sample-reads.ts';
import { listSeries } from '#shared/values/store/series.ts';
import { updateParameters } from '#shared/values/verbs/parameters/update-parameters.ts';
import { type Device, gate, oldDevice, parameter } from '#test/support/devices/ibm-device.ts';
import { deviceDocuments } from '#test/support/devices/made-device.ts';
import { startVerbs, type Verbs } from '#test/support/engine/verbs.ts';
import { contentsOf } from '#test/support/invariants/chip-contents.ts';

let verbs: Verbs;
let owner: ProjectContext;
beforeAll(async () => {
  verbs = await startVerbs();
});
afterAll(() => verbs.stop());
beforeEach(async () => {
  await verbs.empty();
  verbs.now = new Date('2025-03-01T12:00:00.000Z');
  owner = await verbs.member('alice');
});

/** Two coupled qubits whose T1 (in µs) was measured on a day of January 2025, as the documents say it. */
const device = (t1: unknown, day: number, more: Partial<Device['conf']> = {}): Device => {
  const date = `2025-01-${String(day).padStart(2, '0')}T00:00:00+00:00`;
  return {
    conf: { backend_name: 'pair', n_qubits: 2, coupling_map: [[0, 1]], ...more },
    props: {
      backend_name: 'pair',
      qubits: [0, 1].map(() => [parameter('T1', t1, 'us', date), parameter('readout_error', 0.02, '', date)]),
      gates: [gate('cz', [0, 1], 0.01, 84, date)],
    },
  };
};
const load = (documents: Device, chipId = 'chip-a') => importChip(owner, { format: 'ibm', chipId, documents });
const t1Of = async (qid = '0') => (await readTarget(owner, 'chip-a', 'qubit', qid)).data.t1;
const history = async (qid = '0', metric = 't1') => {
  const of = { projectId: owner.projectId, chipId: 'chip-a', metric, target: { kind: 'qubit' as const, id: qid } };
  const { samples } = await listHistory(verbs.db, of, await listSeries(verbs.db, of.projectId, of.chipId), {
    from: '0',
    through: '9',
    limit: 1000,
  });
  return samples.map(({ value, source }) => [value, source]);
};

describe('the same documents again', () => {
  test('an import of the same documents changes not one byte of the table, regardless of who sends them and whenever', async () => {
    const first = await load(oldDevice());
    const before = await verbs.table();
    verbs.now = new Date('2025-03-09T12:00:00.000Z');
    const second = await load(oldDevice());
    expect(await verbs.table()).toEqual(before);
    expect(second).toEqual({ ...first, created: false, values: 0, unchanged: first.values });
  });

  test('an import of the same documents changes nothing where newer documents came between', async () => {
    await load(device(100, 1));
    await load(device(110, 2));
    const before = await verbs.table();
    expect(await load(device(100, 1))).toMatchObject({ created: false, values: 0 });
    expect(await verbs.table()).toEqual(before);
  });

  test('imports of the same documents at once leave what one of them leaves', async () => {
    const results = await Promise.allSettled(Array.from({ length: 4 }, () => load(oldDevice())));
    for (const result of results) if (result.status === 'rejected') expect(result.reason).toBeInstanceOf(ServiceError);
    expect(results.filter((result) => result.status === 'fulfilled' && result.value.created)).toHaveLength(1);
    await load(oldDevice(), 'alone');
    expect(await contentsOf(verbs, 'chip-a')).toEqual(await contentsOf(verbs, 'alone'));
  });
});

describe('other documents of the same chip', () => {
  test('values of newer documents become current, and what was there stays in the history', async () => {
    await load(device(100, 1));
    expect(await load(device(110, 2))).toMatchObject({ created: false, values: 6, unchanged: 0 });
    expect(await t1Of()).toMatchObject({ value: 110, calibratedAt: '2025-01-02T00:00:00.000Z' });
    expect(await history()).toEqual([
      [110, 'import'],
      [100, 'import'],
    ]);
    expect(await readChip(owner, 'chip-a')).toMatchObject({ lastCalibratedAt: '2025-01-02T00:00:00.000Z' });
  });

  test('values of older documents enter the history alone', async () => {
    await load(device(110, 2));
    const { qubits, couplings } = await readTargets(owner, await readChip(owner, 'chip-a'));
    expect(await load(device(100, 1))).toMatchObject({ created: false, values: 6 });
    expect(await readTargets(owner, await readChip(owner, 'chip-a'))).toEqual({ qubits, couplings, elements: [] });
    expect(await history()).toEqual([
      [110, 'import'],
      [100, 'import'],
    ]);
    expect(await readChip(owner, 'chip-a')).toMatchObject({ lastCalibratedAt: '2025-01-02T00:00:00.000Z' });
  });

  test('documents of another size are refused and change nothing', async () => {
    await load(device(100, 1));
    const before = await verbs.table();
    await expect(load(oldDevice())).rejects.toMatchObject({
      kind: 'conflict',
      message: expect.stringContaining('2 qubits'),
    });
    expect(await verbs.table()).toEqual(before);
  });

  test('documents add the couplings that the chip lacks, those without a value too, and the chip counts them', async () => {
    await createChip(owner, { chipId: 'chip-a', topologyId: 'linear-5' });
    const documents = oldDevice();
    documents.props.gates = documents.props.gates.filter(({ qubits }) => !['1,3', '3,1'].includes(qubits.join()));
    await load(documents);
    const chip = await readChip(owner, 'chip-a');
    const { couplings } = await readTargets(owner, chip);
    expect(couplings.map(({ id }) => id)).toEqual(['0-1', '1-2', '1-3', '2-3', '3-4']);
    expect(chip.couplingCount).toBe(5);
    expect(couplings.find(({ id }) => id === '1-3')?.data).toEqual({});
  });
});

describe('an import alongside edits by hand', () => {
  test('an import alongside edits by hand loses no edit and no imported value, whatever the order', async () => {
    await load(device(100, 1));
    const edit = (value: number, calibratedAt: string) =>
      updateParameters(owner, { chipId: 'chip-a', qid: '0', parameters: { t1: { value, calibratedAt } } });
    const days = [3, 4, 5, 6].map((day) => `2025-01-0${day}T00:00:00.000Z`);
    await Promise.all([
      load(device(200, 4)),
      ...days.map((at, n) => edit(n + 1, at)),
      updateChip(owner, 'chip-a', { note: 'seen' }).catch((error: unknown) =>
        expect(error).toMatchObject({ kind: 'conflict' }),
      ),
    ]);
    expect(await t1Of()).toMatchObject({ value: 4, source: 'manual', calibratedAt: days[3] });
    expect(await t1Of('1')).toMatchObject({ value: 200, source: 'import' });
    const all = await history();
    expect(all.filter(([, source]) => source === 'manual').map(([value]) => value)).toEqual([4, 3, 2, 1]);
    expect(all.filter(([, source]) => source === 'import').map(([value]) => value)).toEqual([200, 100]);
  });

  test('an import of the same instant leaves the correction above what it corrects', async () => {
    await load(device(100, 1));
    const calibratedAt = '2025-01-01T00:00:00.000Z';
    await updateParameters(owner, { chipId: 'chip-a', qid: '0', parameters: { t1: { value: 99, calibratedAt } } });
    await load(device(101, 1));
    expect(await t1Of()).toMatchObject({ value: 99, source: 'manual' });
    expect((await history()).map(([value]) => value).sort()).toEqual([100, 101, 99]);
  });

  test('an import of numbers at the ends of what is allowed keeps them all', async () => {
    await load(device(1e100, 1));
    expect(await t1Of()).toMatchObject({ value: 1e100 });
    const calibratedAt = '2025-01-02T00:00:00.000Z';
    const edit = (metric: string, value: number) =>
      updateParameters(owner, { chipId: 'chip-a', qid: '0', parameters: { [metric]: { value, calibratedAt } } });
    for (const value of [1e-100, 2 ** 60, 2 ** 53 + 2]) await edit('t1', value);
    for (const value of [-1e-100, -1e100]) await edit('offset', value);
    expect(await t1Of()).toMatchObject({ value: 2 ** 53 + 2 });
    expect((await history()).map(([value]) => value)).toEqual(expect.arrayContaining([1e100, 1e-100, 2 ** 60]));
    expect(new Set((await history('0', 'offset')).map(([value]) => value))).toEqual(new Set([-1e-100, -1e100]));
  });
});

describe('a device of 133 qubits', () => {
  test('a device of 133 qubits is imported whole, and a second time changes nothing', async () => {
    const documents = deviceDocuments('heavy-hex-133', '2025-02-26T15:26:08-05:00') as Device;
    const first = await load(documents);
    expect(first).toMatchObject({ created: true, qubits: 133, couplings: 150 });
    const before = await verbs.table();
    expect([...before.keys()].filter((key) => / \| (QUBIT|COUPLING)#/.test(key))).toHaveLength(283);
    const second = await load(documents);
    expect(second).toMatchObject({ created: false, values: 0, unchanged: first.values });
    expect(await verbs.table()).toEqual(before);
  });
});
