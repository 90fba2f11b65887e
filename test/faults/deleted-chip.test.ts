import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { chipEntity, chipJobEntity, getChip } from '#shared/chips/store/chips.ts';
import { getDeletedChip } from '#shared/chips/store/deleted-chips.ts';
import { deleteChip } from '#shared/chips/verbs/change/delete-chip.ts';
import { removeDeletedChip } from '#shared/chips/verbs/change/remove-deleted-chip.ts';
import { newJob } from '#shared/chips/verbs/jobs/jobs.ts';
import { importChip } from '#shared/devices/verbs/import-chip.ts';
import type { ProjectContext } from '#shared/kernel/context.ts';
import { Transaction } from '#shared/kernel/store/dynamodb/transaction.ts';
import { sweepPending } from '#shared/kernel/verbs/pending/sweep.ts';
import { undo } from '#shared/projects/verbs/undo/undo.ts';
import { oldDevice } from '#test/support/devices/ibm-device.ts';
import { Crash, crashAt } from '#test/support/engine/faults.ts';
import { interleaved } from '#test/support/engine/interleave.ts';
import { startVerbs, type Verbs } from '#test/support/engine/verbs.ts';
import { contentsOf } from '#test/support/invariants/chip-contents.ts';

let verbs: Verbs;
let owner: ProjectContext;
const start = new Date('2025-03-01T12:00:00.000Z');
beforeAll(async () => {
  verbs = await startVerbs();
});
afterAll(() => verbs.stop());
beforeEach(async () => {
  await verbs.empty();
  verbs.now = start;
  owner = { ...(await verbs.member('alice')), undoable: [] };
});

const dayLater = () => {
  verbs.now = new Date(start.getTime() + 24 * 3_600_000);
};
const make = (chipId: string) => importChip(owner, { format: 'ibm', chipId, documents: oldDevice() });
const remove = (chipId: string) => deleteChip(owner, chipId, { force: true, permanent: false });
const entry = () => owner.undoable?.at(-1)?.id ?? '';
const exists = async (chipId: string) => (await getChip(verbs.db, owner.projectId, chipId)) !== undefined;

/** The items of a chip; its own item without its revision, which a deletion and its undo raise. */
const contents = async (chipId: string) =>
  new Map(
    [...(await contentsOf(verbs, chipId))].map(([key, text]) => [
      key,
      key.endsWith(' | CHIP#<chip>') ? text.replace(/"rev":\{"N":"\d+"\}/, '"rev":"<rev>"') : text,
    ]),
  );

/** Runs an act once for each of its calls, with a crash after that call (0: before the first). Answers how many crashed. */
async function crashEverywhere(
  prepare: (chipId: string) => Promise<void>,
  act: (chipId: string) => Promise<unknown>,
  check: (chipId: string) => Promise<void>,
) {
  let crashes = 0;
  for (let n = 0, crashed = true; crashed; n += 1) {
    const chipId = `crashed-${n}`;
    await prepare(chipId);
    verbs.faults.plan(n === 0 ? crashAt(1, 'before') : crashAt(n, 'after'));
    const error = await act(chipId).then(
      () => undefined,
      (thrown: unknown) => thrown,
    );
    await verbs.faults.idle();
    verbs.faults.clear();
    crashed = error !== undefined;
    if (crashed) expect(error).toBeInstanceOf(Crash);
    crashes += crashed ? 1 : 0;
    await check(chipId);
  }
  return crashes;
}

describe('a crash at any call', () => {
  test('a crash of a deletion leaves the chip there or hidden, every item of it the same, and its undo restores it', async () => {
    const outcomes = new Set<boolean>();
    let before = new Map<string, string>();
    const crashes = await crashEverywhere(
      async (chipId) => {
        await make(chipId);
        before = await contents(chipId);
      },
      remove,
      async (chipId) => {
        const isThere = await exists(chipId);
        outcomes.add(isThere);
        const deleted = await getDeletedChip(verbs.db, owner.projectId, chipId);
        expect(deleted === undefined).toBe(isThere);
        if (deleted) await undo(owner, deleted.auditId);
        expect(await contents(chipId)).toEqual(before);
      },
    );
    expect(crashes).toBeGreaterThan(3);
    expect(outcomes).toEqual(new Set([true, false]));
  });

  test('a crash of an undo leaves the chip hidden or restored, and a repeat restores it once', async () => {
    let before = new Map<string, string>();
    let deletion = '';
    const outcomes = new Set<boolean>();
    const crashes = await crashEverywhere(
      async (chipId) => {
        await make(chipId);
        before = await contents(chipId);
        await remove(chipId);
        deletion = entry();
      },
      () => undo(owner, deletion),
      async (chipId) => {
        outcomes.add(await exists(chipId));
        const undone = await undo(owner, deletion);
        expect(undone.details).toMatchObject({ undoes: deletion });
        expect(await contents(chipId)).toEqual(before);
      },
    );
    expect(crashes).toBeGreaterThan(3);
    expect(outcomes).toEqual(new Set([true, false]));
  });

  test('a crash of the removal after a day leaves a removal that the next sweep finishes, and nothing of the chip', async () => {
    const crashes = await crashEverywhere(
      async (chipId) => {
        verbs.now = start;
        await make(chipId);
        await remove(chipId);
        dayLater();
      },
      async (chipId) => {
        const deleted = await getDeletedChip(verbs.db, owner.projectId, chipId);
        if (deleted) await removeDeletedChip(verbs.ctx, deleted);
      },
      async (chipId) => {
        expect(await sweepPending(verbs.ctx, { ignoreLease: true })).toMatchObject({ failed: 0, busy: 0 });
        expect([...(await contentsOf(verbs, chipId)).keys()]).toEqual([]);
      },
    );
    expect(crashes).toBeGreaterThan(5);
  });
});

describe('two at a time', () => {
  test('a removal that paused before its first write removes nothing of a chip that was restored meanwhile', async () => {
    await make('chip');
    const before = await contents('chip');
    await remove('chip');
    const deletion = entry();
    const deleted = await getDeletedChip(verbs.db, owner.projectId, 'chip');
    if (!deleted) throw new Error('not deleted');
    const restored: boolean[] = [];
    const removal = interleaved(verbs.client, {
      work: () => removeDeletedChip(verbs.ctx, deleted),
      meanwhile: async () => {
        await undo(owner, deletion);
        restored.push(await exists('chip'));
      },
    });
    await expect(removal).rejects.toMatchObject({ kind: 'conflict' });
    expect(restored).toEqual([true]);
    expect(await contents('chip')).toEqual(before);
  });

  test('an undo is refused once the removal has begun, wherever that was left', async () => {
    await make('chip');
    await remove('chip');
    const deletion = entry();
    const deleted = await getDeletedChip(verbs.db, owner.projectId, 'chip');
    if (!deleted) throw new Error('not deleted');
    verbs.faults.plan(crashAt(1, 'after'));
    await removeDeletedChip(verbs.ctx, deleted).catch(() => undefined);
    await verbs.faults.idle();
    verbs.faults.clear();
    await expect(undo(owner, deletion)).rejects.toMatchObject({
      code: 'changed_since',
      message: "Chip 'chip' was deleted for good since",
    });
    await sweepPending(verbs.ctx, { ignoreLease: true });
    expect([...(await contentsOf(verbs, 'chip')).keys()]).toEqual([]);
  });

  test('a deletion that an earlier version began is finished by the sweep', async () => {
    await make('chip');
    const { projectId } = owner;
    const chip = await getChip(verbs.db, projectId, 'chip');
    if (!chip) throw new Error('no chip');
    const { rev, ...record } = chip;
    const username = 'alice';
    const job = newJob(owner, {
      projectId,
      chipId: 'chip',
      jobId: 'delete',
      kind: 'delete',
      username,
      create: undefined,
    });
    await new Transaction(verbs.db)
      .put(chipEntity.encode({ ...record, deletingAt: verbs.now.toISOString() }, rev + 1))
      .put(chipJobEntity.encode(job, 1))
      .commit();
    expect(await sweepPending(verbs.ctx, { ignoreLease: true })).toMatchObject({ finished: 1, failed: 0 });
    expect([...(await contentsOf(verbs, 'chip')).keys()]).toEqual([]);
  });
});
