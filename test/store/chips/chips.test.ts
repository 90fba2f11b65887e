import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createChip } from '#shared/chips/verbs/change/create-chip.ts';
import { deleteChip } from '#shared/chips/verbs/change/delete-chip.ts';
import { updateChip } from '#shared/chips/verbs/change/update-chip.ts';
import { leaseSeconds } from '#shared/chips/verbs/jobs/jobs.ts';
import { readChip } from '#shared/chips/verbs/read-chip.ts';
import { importChip } from '#shared/devices/verbs/import-chip.ts';
import type { ProjectContext } from '#shared/kernel/context.ts';
import { ServiceError } from '#shared/kernel/errors.ts';
import { sweepPending } from '#shared/kernel/verbs/pending/sweep.ts';
import { oldDevice } from '#test/support/devices/ibm-device.ts';
import { crashAt } from '#test/support/engine/faults.ts';
import { startVerbs, type Verbs } from '#test/support/engine/verbs.ts';
import { contentsOf, withoutJob } from '#test/support/invariants/chip-contents.ts';

let verbs: Verbs;
let owner: ProjectContext;
const noon = new Date('2025-03-01T12:00:00.000Z');
const later = (seconds: number) => {
  verbs.now = new Date(noon.getTime() + seconds * 1000);
};
beforeAll(async () => {
  verbs = await startVerbs();
});
afterAll(() => verbs.stop());
beforeEach(async () => {
  await verbs.empty();
  later(0);
  owner = await verbs.member('alice');
});

const create = (chipId: string, topologyId = 'linear-5') => createChip(owner, { chipId, topologyId });
const importDevice = (chipId: string) => importChip(owner, { format: 'ibm', chipId, documents: oldDevice() });

async function settled(attempts: Promise<unknown>[]) {
  const results = await Promise.allSettled(attempts);
  const refusals = results.flatMap((result) => (result.status === 'rejected' ? [result.reason] : []));
  for (const reason of refusals) if (!(reason instanceof ServiceError && reason.kind === 'conflict')) throw reason;
  return { won: results.length - refusals.length, refusals: refusals as ServiceError[] };
}

/** Crashes in the middle of an act: its job stays, and what it has written. */
async function abandon(act: () => Promise<unknown>, calls: number): Promise<void> {
  verbs.faults.plan(crashAt(calls, 'after'));
  await expect(act()).rejects.toThrow();
  await verbs.faults.idle();
  verbs.faults.clear();
}

describe('creating one chip at once', () => {
  test('creating one chip at once lets exactly one win, and nothing of the others remains', async () => {
    await create('alone');
    const { won, refusals } = await settled(Array.from({ length: 6 }, () => create('contested')));
    expect(won).toBe(1);
    for (const refusal of refusals) expect(refusal.message).toContain("Chip 'contested'");
    expect(await contentsOf(verbs, 'contested')).toEqual(await contentsOf(verbs, 'alone'));
  });

  test('creating one chip at once with different topologies leaves a chip of one of them and not a mixture', async () => {
    await create('five');
    await create('three', 'linear-3');
    const { won } = await settled(
      ['linear-5', 'linear-3', 'linear-5', 'linear-3'].map((id) => create('contested', id)),
    );
    expect(won).toBe(1);
    const { size } = await readChip(owner, 'contested');
    expect(await contentsOf(verbs, 'contested')).toEqual(await contentsOf(verbs, size === 5 ? 'five' : 'three'));
  });

  test('creating a chip and importing into it at once leaves one of the two, or the import on top of the created chip', async () => {
    const { won } = await settled([create('contested'), importDevice('contested'), create('contested')]);
    expect(won).toBeGreaterThan(0);
    const contents = await contentsOf(verbs, 'contested');
    expect(withoutJob(contents)).toEqual(contents);
    const chip = await readChip(owner, 'contested');
    const count = (kind: string) => [...contents.keys()].filter((key) => key.includes(` | ${kind}#`)).length;
    expect([chip.qubitCount, chip.couplingCount]).toEqual([count('QUBIT'), count('COUPLING')]);
  });

  test('creating a chip twice in a row is refused by name', async () => {
    await create('chip-a');
    await expect(create('chip-a')).rejects.toMatchObject({
      kind: 'conflict',
      message: `Chip 'chip-a' already exists in project '${owner.projectId}'`,
    });
  });
});

/** The table without the count of what the project stores, which a refused request may take. */
const uncounted = async () => new Map([...(await verbs.table())].filter(([key]) => !key.endsWith('USAGE')));

describe('a chip that a user works on', () => {
  // By then an import has stored its plan, and a create has written its job.
  const acts: [string, () => Promise<unknown>, number][] = [
    ['create', () => create('busy'), 5],
    ['import', () => importDevice('busy'), 11],
  ];

  test.each(acts)('a chip under work (%s) refuses everybody else while the lease lives', async (_, act, calls) => {
    await abandon(act, calls);
    const before = await uncounted();
    later(leaseSeconds - 1);
    for (const attempt of [() => create('busy'), () => importDevice('busy')])
      await expect(attempt()).rejects.toMatchObject({
        kind: 'conflict',
        message: expect.stringContaining('by another request. Try again'),
      });
    await expect(readChip(owner, 'busy')).rejects.toMatchObject({ kind: 'not-found' });
    expect(await sweepPending(verbs.ctx)).toEqual({ finished: 0, purged: 0, busy: 1, failed: 0 });
    expect(await uncounted()).toEqual(before);
  });

  test.each(acts)(
    'a chip under work (%s) is taken over by the next request once the lease has ended',
    async (_, act, calls) => {
      await abandon(act, calls);
      later(leaseSeconds + 1);
      await expect(create('busy')).rejects.toMatchObject({
        kind: 'conflict',
        message: expect.stringContaining('already exists'),
      });
      expect((await readChip(owner, 'busy')).qubitCount).toBe(5);
      expect([...(await contentsOf(verbs, 'busy')).keys()].filter((key) => key.includes('JOB'))).toEqual([]);
    },
  );

  test('a chip under work is finished by the sweep once the lease has ended, by one of several sweeps', async () => {
    await abandon(() => importDevice('busy'), 12);
    later(leaseSeconds + 1);
    const sweeps = await Promise.all([sweepPending(verbs.ctx), sweepPending(verbs.ctx), sweepPending(verbs.ctx)]);
    expect(sweeps.reduce((sum, { finished }) => sum + finished, 0)).toBe(1);
    expect(sweeps.every(({ failed }) => failed === 0)).toBe(true);
    later(0);
    await importDevice('alone');
    const content = async (chipId: string) => (await contentsOf(verbs, chipId)).size;
    expect(await content('busy')).toBe(await content('alone'));
  });

  test('a chip can be deleted at once when the work on it was abandoned', async () => {
    await create('busy');
    await abandon(() => importDevice('busy'), 11);
    await expect(deleteChip(owner, 'busy', { force: true, permanent: true })).rejects.toMatchObject({
      kind: 'conflict',
    });
    later(leaseSeconds + 1);
    await deleteChip(owner, 'busy', { force: true, permanent: true });
    expect(await contentsOf(verbs, 'busy')).toEqual(new Map());
  });

  test('a chip whose deletion was abandoned exists for no one, and its id is free after the lease', async () => {
    await create('busy');
    await abandon(() => deleteChip(owner, 'busy', { force: true, permanent: true }), 6);
    for (const attempt of [
      () => readChip(owner, 'busy'),
      () => updateChip(owner, 'busy', { note: 'x' }),
      () => deleteChip(owner, 'busy', { force: true, permanent: true }),
    ])
      await expect(attempt()).rejects.toMatchObject({ kind: 'not-found' });
    later(leaseSeconds + 1);
    await create('busy');
    await create('alone');
    expect(await contentsOf(verbs, 'busy')).toEqual(await contentsOf(verbs, 'alone'));
  });
});

describe('deleting', () => {
  test('deleting a chip at once by several leaves nothing', async () => {
    await importDevice('chip-a');
    const results = await Promise.allSettled(
      Array.from({ length: 4 }, () => deleteChip(owner, 'chip-a', { force: true, permanent: true })),
    );
    expect(results.some(({ status }) => status === 'fulfilled')).toBe(true);
    for (const result of results)
      if (result.status === 'rejected') expect(['conflict', 'not-found']).toContain(result.reason.kind);
    expect(await contentsOf(verbs, 'chip-a')).toEqual(new Map());
  });

  test('deleting a chip without force changes nothing and says how much there is', async () => {
    await create('chip-a');
    const before = await verbs.table();
    await expect(deleteChip(owner, 'chip-a', { force: false, permanent: true })).rejects.toMatchObject({
      kind: 'conflict',
      message: expect.stringContaining('5 qubits and 4 couplings'),
    });
    expect(await verbs.table()).toEqual(before);
  });

  test('deleting a chip leaves the items of every other chip and project byte for byte', async () => {
    const stranger = await verbs.member('bob');
    for (const ctx of [owner, stranger])
      for (const chipId of ['c', 'c#', 'c#C#c', 'C', 'c1']) await createChip(ctx, { chipId, topologyId: 'linear-3' });
    const before = await verbs.table();
    await deleteChip(owner, 'c', { force: true, permanent: true });
    const after = await verbs.table();
    const gone = [...before].filter(([key]) => !after.has(key)).map(([key]) => key);
    const own = `P#${owner.projectId}#C#c | `;
    expect(gone.every((key) => key.startsWith(own) || key === `P#${owner.projectId} | CHIP#c`)).toBe(true);
    expect(gone).toHaveLength(7);
    const audit = `P#${owner.projectId}#AUDIT | `;
    for (const [key, text] of after) if (!key.startsWith(audit)) expect(text).toBe(before.get(key));
  });
});
