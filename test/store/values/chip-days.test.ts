import '#test/support/properties/property-seed.ts';
import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createChip } from '#shared/chips/verbs/change/create-chip.ts';
import { deleteChip } from '#shared/chips/verbs/change/delete-chip.ts';
import { updateChip } from '#shared/chips/verbs/change/update-chip.ts';
import { deletionImpact } from '#shared/chips/verbs/deletion-impact.ts';
import { listChipDays, listTargetHistory } from '#shared/chips/verbs/history/list-days.ts';
import { chipOnDay } from '#shared/chips/verbs/history/read-day.ts';
import { assignChip, unassignChip } from '#shared/cooldowns/verbs/change-cooldown.ts';
import { createCooldown } from '#shared/cooldowns/verbs/create-cooldown.ts';
import { createCryostat } from '#shared/cooldowns/verbs/cryostats.ts';
import type { ProjectContext } from '#shared/kernel/context.ts';
import { calendarDate } from '#shared/kernel/rules/calendar.ts';
import { queryAll } from '#shared/kernel/store/dynamodb/database.ts';
import { dayKeys } from '#shared/kernel/store/keys.ts';
import { closeDays } from '#shared/values/verbs/days/close-days.ts';
import { updateParameters } from '#shared/values/verbs/parameters/update-parameters.ts';
import { interleaved } from '#test/support/engine/interleave.ts';
import { startVerbs, type Verbs } from '#test/support/engine/verbs.ts';
import { checkNotes } from '#test/support/invariants/note-invariants.ts';
import { caseCount } from '#test/support/properties/case-count.ts';

let verbs: Verbs;
let ctx: ProjectContext;
const zone = 'Asia/Tokyo';

beforeAll(async () => {
  verbs = await startVerbs();
});
afterAll(() => verbs.stop());
beforeEach(fresh);

/** A chip of three qubits, created on 1 March, and a cool-down that is ongoing. */
async function fresh(): Promise<void> {
  at('2025-03-01T12:00:00.000Z');
  await verbs.empty();
  const member = await verbs.member('alice');
  ctx = { ...member, config: { ...member.config, calendarTimeZone: zone } };
  await createChip(ctx, { chipId: 'chip', size: 3, topologyId: 'linear-3' });
  const cryostat = { name: '', manufacturer: '', model: '', location: '', status: 'active' as const };
  await createCryostat(ctx, 'fridge', cryostat);
  await createCooldown(ctx, {
    ...{ cooldownId: 'cd-1', cryoId: 'fridge', description: '', wiringInfo: '', wiringBlocks: '[]' },
    startedAt: '2025-02-28T00:00:00.000Z',
    chipIds: [],
  });
}

function at(instant: string): void {
  verbs.now = new Date(instant);
}

const set = (qid: string, value: number) =>
  updateParameters(ctx, { chipId: 'chip', qid, parameters: { t1: { value, unit: 'us' } } });

const sweep = () => closeDays(ctx, new Date('2100-01-01'));

/** T1 of each target, and what the chip itself was, on a day. */
async function read(date: string) {
  const { state, targets } = await chipOnDay(ctx, 'chip', date);
  const values = targets.flatMap(({ target, data }) => (data.t1 ? [[target.id, data.t1.value] as const] : []));
  return {
    values: Object.fromEntries(values),
    ids: targets.map(({ target }) => target.id).sort(),
    cooldownId: state.cooldownId,
    status: state.activityStatus,
  };
}

const days = async () => (await listChipDays(ctx, 'chip', { skip: 0, limit: 100 })).records.map(({ date }) => date);

/** What a day is to have left. */
interface Expected {
  values: Record<string, number>;
  cooldownId: string | undefined;
  status: string;
}

/** Carries out an action on the chip, and answers its expected state. */
async function carryOut(action: string, value: number, state: Expected): Promise<Expected> {
  switch (action) {
    case 'sweep':
      expect((await sweep()).failed).toBe(0);
      return state;
    case 'assign':
      await assignChip(ctx, 'cd-1', 'chip');
      return { ...state, cooldownId: 'cd-1' };
    case 'unassign':
      await unassignChip(ctx, 'cd-1', 'chip');
      return { ...state, cooldownId: undefined };
    case 'active':
    case 'inactive':
      await updateChip(ctx, 'chip', { activityStatus: action });
      return { ...state, status: action };
    default:
      await set(action, value);
      return { ...state, values: { ...state.values, [action]: value } };
  }
}

describe('days of a chip', () => {
  it('an edit of a chip in the very moment in which a day of it is closed is done, with its note and one event', async () => {
    await set('0', 40);
    at('2025-03-02T12:00:00.000Z');
    const edited = await interleaved(verbs.client, {
      work: () => updateChip(ctx, 'chip', { activityStatus: 'inactive', note: 'warm' }),
      meanwhile: async () => expect(await sweep()).toEqual({ closed: 1, failed: 0 }),
      where: ({ command }) => command === 'TransactWriteItems',
    });
    expect(edited).toMatchObject({ activityStatus: 'inactive', note: { content: 'warm' } });
    expect(await read('20250301')).toMatchObject({ status: 'active' });
    expect(await read('20250302')).toMatchObject({ status: 'inactive' });
    checkNotes(await verbs.table(), ctx.projectId);
  });

  it('a day of a chip is read as it ended, whether or not it is closed', async () => {
    await set('0', 40);
    at('2025-03-02T12:00:00.000Z');
    await set('0', 41);
    await set('0-1', 5);
    at('2025-03-04T12:00:00.000Z');
    await set('1', 42);
    const expected = {
      '20250301': { values: { 0: 40 } },
      '20250302': { values: { 0: 41, '0-1': 5 } },
      '20250303': { values: { 0: 41, '0-1': 5 } },
      '20250304': { values: { 0: 41, '0-1': 5, 1: 42 } },
    };
    for (const [date, state] of Object.entries(expected)) expect(await read(date)).toMatchObject(state);
    expect(await days()).toEqual(['20250304', '20250302', '20250301']);
    expect(await sweep()).toEqual({ closed: 2, failed: 0 });
    expect(await sweep()).toEqual({ closed: 0, failed: 0 });
    for (const [date, state] of Object.entries(expected)) expect(await read(date)).toMatchObject(state);
    expect((await read('20250301')).ids).toEqual(['0', '0-1', '1', '1-2', '2']);
    expect(await days()).toEqual(['20250304', '20250302', '20250301']);
  });

  it('a day of a chip has its cool-down and its own fields as that day left them', async () => {
    at('2025-03-02T12:00:00.000Z');
    await assignChip(ctx, 'cd-1', 'chip');
    at('2025-03-03T12:00:00.000Z');
    await updateChip(ctx, 'chip', { activityStatus: 'inactive' });
    await updateChip(ctx, 'chip', { activityStatus: 'active' });
    await updateChip(ctx, 'chip', { activityStatus: 'inactive' });
    at('2025-03-04T12:00:00.000Z');
    await unassignChip(ctx, 'cd-1', 'chip');
    const expected = [
      ['20250301', undefined, 'active'],
      ['20250302', 'cd-1', 'active'],
      ['20250303', 'cd-1', 'inactive'],
      ['20250304', undefined, 'inactive'],
    ] as const;
    const check = async () => {
      for (const [date, cooldownId, status] of expected)
        expect(await read(date), date).toMatchObject({ cooldownId, status });
    };
    await check();
    await sweep();
    await check();
    at('2025-03-05T12:00:00.000Z');
    await sweep();
    await check();
  });

  it('a day that is closed takes no write of a slow writer with a time in it', async () => {
    at('2025-03-02T14:59:59.000Z');
    const { client } = ctx.db;
    const send = client.send.bind(client);
    let isPending = true;
    client.send = (async (command: Parameters<typeof send>[0]) => {
      const slow = command.constructor.name === 'TransactWriteItemsCommand' && isPending;
      if (slow) {
        isPending = false;
        at('2025-03-02T15:00:01.000Z');
        expect(await sweep()).toMatchObject({ failed: 0 });
      }
      return send(command);
    }) as typeof send;
    try {
      await set('2', 9);
    } finally {
      client.send = send;
    }
    expect((await read('20250302')).values).toEqual({});
    expect((await read('20250303')).values).toEqual({ 2: 9 });
    at('2025-03-04T15:00:01.000Z');
    await sweep();
    expect((await read('20250302')).values).toEqual({});
    expect((await read('20250303')).values).toEqual({ 2: 9 });
  });

  it('every day of a chip is read as it ended, whatever was written and whenever days are closed', async () => {
    const step = fc.record({
      hours: fc.nat({ max: 40 }),
      action: fc.constantFrom('0', '1', '2', '0-1', 'sweep', 'assign', 'unassign', 'inactive', 'active'),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 10 }), async (steps) => {
        await fresh();
        let state: Expected = { values: {}, cooldownId: undefined, status: 'active' };
        const model = new Map([['20250301', state]]);
        for (const [n, { hours, action }] of steps.entries()) {
          at(new Date(verbs.now.getTime() + hours * 3_600_000).toISOString());
          state = await carryOut(action, n + 1, state);
          model.set(calendarDate(verbs.now.toISOString(), zone), state);
        }
        const dates = [...model.keys()];
        for (
          let date = new Date('2025-03-01T12:00:00.000Z');
          date <= verbs.now;
          date = new Date(date.getTime() + 86_400_000)
        ) {
          const day = calendarDate(date.toISOString(), zone);
          const last = dates.filter((one) => one <= day).at(-1) ?? '';
          const { ids: _ids, ...found } = await read(day);
          expect(found, day).toEqual(model.get(last));
        }
      }),
      { numRuns: caseCount(12), endOnFailure: true },
    );
  });

  it('a closed day of a chip of 256 qubits is read in two round trips, whatever it costs', async () => {
    await createChip(ctx, { chipId: 'large', size: 256 });
    const edit = (qid: string, value: number) =>
      updateParameters(ctx, { chipId: 'large', qid, parameters: { t1: { value, unit: 'us' } } });
    for (const qid of ['0', '100', '255', '0-1']) await edit(qid, 40);
    at('2025-03-02T12:00:00.000Z');
    await edit('100', 41);
    at('2025-03-09T12:00:00.000Z');
    await sweep();
    await edit('255', 42);
    let ended = 0;
    let depth = 0;
    const { client } = ctx.db;
    const send = client.send.bind(client);
    // A request that begins after another one of the same depth has ended goes one deeper.
    client.send = (async (command: Parameters<typeof send>[0]) => {
      const own = ended + 1;
      depth = Math.max(depth, own);
      const answer = await send(command);
      ended = Math.max(ended, own);
      return answer;
    }) as typeof send;
    try {
      const { targets } = await chipOnDay(ctx, 'large', '20250304');
      const values = targets.flatMap(({ target, data }) => (data.t1 ? [`${target.id}: ${data.t1.value}`] : []));
      expect(values.sort()).toEqual(['0-1: 40', '0: 40', '100: 41', '255: 40']);
      expect(targets.filter(({ target }) => target.kind === 'qubit')).toHaveLength(256);
    } finally {
      client.send = send;
    }
    expect(depth).toBe(2);
  });

  it('the histories of a chip and of its targets come in pages with their totals, newest first', async () => {
    for (const day of ['02', '03', '04', '05']) {
      at(`2025-03-${day}T12:00:00.000Z`);
      await set('0', Number(day));
      if (day === '04') await sweep();
    }
    const chips = await listChipDays(ctx, 'chip', { skip: 1, limit: 2 });
    expect(chips).toMatchObject({ total: 5, skip: 1, limit: 2 });
    expect(chips.records.map(({ date }) => date)).toEqual(['20250304', '20250303']);
    const target = { kind: 'qubit' as const, id: '0' };
    const list = (request: { skip: number; limit: number; until?: string }) =>
      listTargetHistory(ctx, 'chip', target, request);
    const page = await list({ skip: 0, limit: 2 });
    expect(page).toMatchObject({ total: 4 });
    expect(page.records.map(({ date, data }) => [date, data.t1?.value])).toEqual([
      ['20250305', 5],
      ['20250304', 4],
    ]);
    expect((await list({ skip: 3, limit: 2 })).records.map(({ date }) => date)).toEqual(['20250302']);
    expect((await list({ skip: 0, limit: 1, until: '20250303' })).records).toMatchObject([{ date: '20250303' }]);
    const early = await listChipDays(ctx, 'chip', { skip: 0, limit: 10, until: '20250302' });
    expect(early).toMatchObject({ total: 2 });
    expect(early.records.map(({ date }) => date)).toEqual(['20250302', '20250301']);
  });

  it('the days of a chip are counted in the impact of its deletion and go with it', async () => {
    at('2025-03-02T12:00:00.000Z');
    await set('0', 40);
    at('2025-03-03T12:00:00.000Z');
    await sweep();
    expect(await deletionImpact(ctx, 'chip')).toMatchObject({ chipDays: 2, qubitDays: 1 });
    await deleteChip(ctx, 'chip', { force: true, permanent: true });
    const left = [
      ...(await queryAll(verbs.db, dayKeys.all(ctx.projectId, 'chip'))),
      ...(await queryAll(verbs.db, dayKeys.openDays(ctx.projectId, 'chip'))),
    ];
    expect(left).toEqual([]);
    await createChip(ctx, { chipId: 'chip', size: 3, topologyId: 'linear-3' });
    expect(await days()).toEqual(['20250303']);
    await expect(read('20250302')).rejects.toMatchObject({ kind: 'not-found' });
    await expect(read('20250304')).rejects.toMatchObject({ kind: 'invalid' });
    await expect(read('20250231')).rejects.toMatchObject({ kind: 'invalid' });
  });
});
