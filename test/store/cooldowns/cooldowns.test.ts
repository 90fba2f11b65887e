import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { chipEntity } from '#shared/chips/store/chips.ts';
import { createChip } from '#shared/chips/verbs/change/create-chip.ts';
import { deleteChip } from '#shared/chips/verbs/change/delete-chip.ts';
import { updateChip } from '#shared/chips/verbs/change/update-chip.ts';
import { readChip } from '#shared/chips/verbs/read-chip.ts';
import { COOLDOWN_CHIP_LIMIT } from '#shared/cooldowns/rules/cooldown.ts';
import {
  assignChip,
  type CooldownChanges,
  deleteCooldown,
  unassignChip,
  updateCooldown,
} from '#shared/cooldowns/verbs/change-cooldown.ts';
import { createCooldown } from '#shared/cooldowns/verbs/create-cooldown.ts';
import { createCryostat, deleteCryostat, readCryostat, updateCryostat } from '#shared/cooldowns/verbs/cryostats.ts';
import { listCooldowns, readCooldown } from '#shared/cooldowns/verbs/read-cooldown.ts';
import type { ProjectContext } from '#shared/kernel/context.ts';
import { ServiceError } from '#shared/kernel/errors.ts';
import { batchWriteItems } from '#shared/kernel/store/dynamodb/database.ts';
import { sweepPending } from '#shared/kernel/verbs/pending/sweep.ts';
import { updateParameters } from '#shared/values/verbs/parameters/update-parameters.ts';
import { crashAt, timedOut } from '#test/support/engine/faults.ts';
import { startVerbs, type Verbs } from '#test/support/engine/verbs.ts';
import { checkCooldowns } from '#test/support/invariants/cooldown-invariants.ts';

let verbs: Verbs;
let owner: ProjectContext;
const startedAt = '2025-01-01T00:00:00.000Z';
const endedAt = '2025-02-01T00:00:00.000Z';
const noon = new Date('2025-03-01T12:00:00.000Z');

beforeAll(async () => {
  verbs = await startVerbs();
});
afterAll(() => verbs.stop());
beforeEach(async () => {
  await verbs.empty();
  verbs.now = noon;
  owner = await verbs.member('alice');
  for (const id of ['A', 'B']) await fridge(id);
  for (const chipId of ['a', 'b']) await createChip(owner, { chipId, topologyId: 'linear-2' });
});

const fridge = (cryoId: string, status: 'active' | 'decommissioned' = 'active') =>
  createCryostat(owner, cryoId, { name: '', manufacturer: '', model: '', location: '', status });
const start = (cooldownId: string, cryoId: string, chipIds: string[] = [], end?: string) =>
  createCooldown(owner, {
    ...{ cooldownId, cryoId, chipIds, startedAt, endedAt: end },
    ...{ description: '', wiringInfo: '', wiringBlocks: '[]' },
  });
const change = (cooldownId: string, changes: CooldownChanges) => updateCooldown(owner, cooldownId, changes);
const pointer = async (chipId: string) => (await readChip(owner, chipId)).currentCooldownId;
const check = async () => checkCooldowns(await verbs.table(), owner.projectId);

async function settled(attempts: Promise<unknown>[]) {
  const results = await Promise.allSettled(attempts);
  const refusals = results.flatMap((result) => (result.status === 'rejected' ? [result.reason] : []));
  for (const reason of refusals) if (!(reason instanceof ServiceError && reason.kind === 'conflict')) throw reason;
  return { won: results.length - refusals.length, refusals: refusals.map(({ message }: ServiceError) => message) };
}

describe('at once', () => {
  test('of several starts in one cryostat at once exactly one wins, and the others are told its name', async () => {
    const { won, refusals } = await settled(['one', 'two', 'three', 'four'].map((id) => start(id, 'A')));
    const winner = (await readCryostat(owner, 'A')).ongoingCooldownId;
    expect(won).toBe(1);
    expect(new Set(refusals)).toEqual(new Set([`Cryostat 'A' is in cool-down '${winner}', which is ongoing`]));
    await check();
  });

  test('of two cool-downs started with the same chip one wins, and no second one holds the chip', async () => {
    const { won, refusals } = await settled([start('one', 'A', ['a']), start('two', 'B', ['a'])]);
    expect(won).toBe(1);
    expect(refusals).toEqual([`Chip 'a' is in cool-down '${await pointer('a')}', which is ongoing`]);
    await check();
  });

  test('of two assignments of a chip to cool-downs one wins; two chips both come in', async () => {
    await start('one', 'A');
    await start('two', 'B');
    const both = await settled([assignChip(owner, 'one', 'a'), assignChip(owner, 'two', 'a')]);
    expect(both.won).toBe(1);
    const holder = String(await pointer('a'));
    const chips = await settled([assignChip(owner, holder, 'b'), change(holder, { description: 'new' })]);
    expect(chips.won).toBe(2);
    expect(await readCooldown(owner, holder)).toMatchObject({ chipIds: ['a', 'b'], description: 'new' });
    await check();
  });

  test('an end of a cool-down, an assignment and a note on the chip at once lose nothing of each other', async () => {
    await start('one', 'A', ['a']);
    await settled([
      change('one', { endedAt }),
      assignChip(owner, 'one', 'b'),
      updateChip(owner, 'a', { note: 'seen' }).catch(() => updateChip(owner, 'a', { note: 'seen' })),
    ]);
    expect((await readChip(owner, 'a')).note.content).toBe('seen');
    expect(await pointer('a')).toBeUndefined();
    expect((await readCooldown(owner, 'one')).chipIds).toEqual(['a', 'b']);
    await check();
  });

  test('a chip that is deleted and assigned is in the end in no cool-down, or still there', async () => {
    await start('one', 'A');
    await settled([
      deleteChip(owner, 'a', { force: true, permanent: true }),
      assignChip(owner, 'one', 'a').catch((error: unknown) => {
        if (!(error instanceof ServiceError && error.kind === 'not-found')) throw error;
      }),
    ]);
    await check();
  });

  test('a cryostat is not deleted while a cool-down comes in', async () => {
    await settled([
      deleteCryostat(owner, 'A'),
      start('one', 'A').catch((error: unknown) => {
        if (!(error instanceof ServiceError && error.kind === 'invalid')) throw error;
      }),
    ]);
    await check();
  });
});

describe('a call whose answer is lost', () => {
  test('a call on a cool-down whose answer is lost is applied once when it is repeated within the verb', async () => {
    const lost = await startVerbs(2);
    try {
      const alice = await lost.member('alice');
      const fields = { name: '', manufacturer: '', model: '', location: '', status: 'active' as const };
      await createCryostat(alice, 'A', fields);
      await createChip(alice, { chipId: 'a', topologyId: 'linear-2' });
      const input = { cooldownId: 'one', cryoId: 'A', chipIds: ['a'], startedAt, description: '' };
      const answers = { wiringInfo: '', wiringBlocks: '[]' };
      let first = true;
      lost.faults.plan(({ command }) => {
        const fault = command === 'TransactWriteItems' && first ? { after: timedOut() } : undefined;
        if (fault) first = false;
        return fault;
      });
      await createCooldown(alice, { ...input, ...answers });
      lost.faults.clear();
      expect(first).toBe(false);
      expect((await readCryostat(alice, 'A')).cooldownCount).toBe(1);
      checkCooldowns(await lost.table(), alice.projectId);
    } finally {
      await lost.stop();
    }
  });

  test.each([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12])(
    'an answer lost at call %i of a deletion leaves a chip that the sweep takes out of its cool-downs',
    async (call) => {
      await start('old', 'A', ['a', 'b'], endedAt);
      await start('one', 'A', ['a']);
      verbs.faults.plan(crashAt(call, 'after'));
      await deleteChip(owner, 'a', { force: true, permanent: true }).catch(() => undefined);
      await verbs.faults.idle();
      verbs.faults.clear();
      await sweepPending(verbs.ctx, { ignoreLease: true });
      await check();
      await deleteChip(owner, 'a', { force: true, permanent: true }).catch(() => undefined);
      expect((await readCooldown(owner, 'one')).chipIds).toEqual([]);
      expect((await readCooldown(owner, 'old')).chipIds).toEqual(['b']);
      await check();
    },
  );
});

describe('ninety chips', () => {
  test('ninety chips start, end and open again in one transaction each; there is no place for another', async () => {
    const { rev: _rev, ...chip } = await readChip(owner, 'a');
    const chipIds = Array.from({ length: COOLDOWN_CHIP_LIMIT }, (_, n) => `chip-${n}`);
    await batchWriteItems(
      verbs.db,
      chipIds.map((chipId) => ({ put: chipEntity.encode({ ...chip, chipId }, 1) })),
    );
    await start('full', 'A', chipIds);
    expect(await pointer('chip-89')).toBe('full');
    await expect(assignChip(owner, 'full', 'a')).rejects.toThrow("Cool-down 'full' has 90 chips, the maximum");
    await change('full', { endedAt });
    expect(await pointer('chip-89')).toBeUndefined();
    await change('full', { endedAt: null });
    await check();
    await expect(change('full', { chipIds: ['a', 'b', ...chipIds.slice(0, 88)] })).resolves.toBeDefined();
    await deleteCooldown(owner, 'full', true);
    expect(await pointer('a')).toBeUndefined();
    await check();
  });
});

describe('data that is written while a chip is loaded', () => {
  const measure = () => updateParameters(owner, { chipId: 'a', qid: '0', parameters: { t1: { value: 41 } } });
  const samples = async () =>
    [...(await verbs.table()).values()].filter((text) => text.includes('"entity":{"S":"sample"}'));

  test('data written while a chip is loaded carry the cool-down, which then is not deleted without force', async () => {
    await start('one', 'A', ['a']);
    await measure();
    expect((await samples()).join()).toContain('"cooldownId":{"S":"one"}');
    await unassignChip(owner, 'one', 'a');
    await expect(deleteCooldown(owner, 'one', false)).rejects.toThrow("Cool-down 'one' has data that was recorded");
    await deleteCooldown(owner, 'one', true);
    expect((await samples()).join()).toContain('"cooldownId":{"S":"one"}');
    await check();
  });

  test('data written name the cool-down that the chip is in at that moment, whatever happens at once', async () => {
    await start('one', 'A', ['a']);
    await Promise.all([measure(), measure(), change('one', { endedAt }), measure()]);
    await measure();
    const named = (await samples()).filter((text) => text.includes('"cooldownId":{"S":"one"}'));
    expect(await samples()).toHaveLength(4);
    expect(named.length).toBeLessThan(4);
    // The cool-down has no measurement mark unless a value names it.
    const marked = [...(await verbs.table()).keys()].some((key) => key.includes('COOLDATA#one#a'));
    expect(marked).toBe(named.length > 0);
  });
});

describe('a cryostat during a cool-down', () => {
  test('a cryostat is not decommissioned during a cool-down, and once it is, none begins or opens in it', async () => {
    await start('one', 'A');
    await expect(updateCryostat(owner, 'A', { status: 'decommissioned' })).rejects.toThrow(
      "Cryostat 'A' is in cool-down 'one', which is ongoing",
    );
    await updateCryostat(owner, 'A', { status: 'maintenance' });
    await change('one', { endedAt });
    await updateCryostat(owner, 'A', { status: 'decommissioned' });
    const none = "Cryostat 'A' is decommissioned; no cool-down can be ongoing in it";
    await expect(start('two', 'A')).rejects.toThrow(none);
    await expect(change('one', { endedAt: null })).rejects.toThrow(none);
    await start('past', 'A', [], endedAt);
    await check();
  });
});

describe('lists', () => {
  const page = { skip: 0, limit: 100 };
  const ids = async (filter: Parameters<typeof listCooldowns>[1]) =>
    (await listCooldowns(owner, filter, page)).records.map(({ cooldownId }) => cooldownId);

  test('lists of cool-downs hold what their filters say, the latest start first, whatever was changed before', async () => {
    await start('old', 'A', ['a'], endedAt);
    await start('now', 'A', ['a', 'b']);
    await start('other', 'B', []);
    await change('now', { startedAt: '2025-02-02T00:00:00.000Z' });
    await change('other', { startedAt: '2025-02-03T00:00:00.000Z' });
    expect(await ids({})).toEqual(['other', 'now', 'old']);
    expect(await ids({ cryoId: 'A' })).toEqual(['now', 'old']);
    expect(await ids({ ongoing: true })).toEqual(['other', 'now']);
    expect(await ids({ ongoing: true, cryoId: 'A' })).toEqual(['now']);
    expect(await ids({ ongoing: false })).toEqual(['old']);
    expect(await ids({ chipId: 'a' })).toEqual(['now', 'old']);
    expect(await ids({ chipId: 'a', ongoing: false })).toEqual(['old']);
    expect(await ids({ chipId: 'b', cryoId: 'B' })).toEqual([]);
    await change('now', { cryoId: 'B', endedAt: '2025-02-04T00:00:00.000Z' });
    expect(await ids({ cryoId: 'A' })).toEqual(['old']);
    expect(await ids({ cryoId: 'B' })).toEqual(['other', 'now']);
    await deleteChip(owner, 'a', { force: true, permanent: true });
    expect(await ids({ chipId: 'a' })).toEqual([]);
    await check();
  });
});
