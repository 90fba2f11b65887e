import '#test/support/properties/property-seed.ts';
import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createChip } from '#shared/chips/verbs/change/create-chip.ts';
import { deleteChip } from '#shared/chips/verbs/change/delete-chip.ts';
import { deletionImpact } from '#shared/chips/verbs/deletion-impact.ts';
import { createCooldown } from '#shared/cooldowns/verbs/create-cooldown.ts';
import { createCryostat } from '#shared/cooldowns/verbs/cryostats.ts';
import type { ProjectContext } from '#shared/kernel/context.ts';
import { calendarDate } from '#shared/kernel/rules/calendar.ts';
import { queryAll } from '#shared/kernel/store/dynamodb/database.ts';
import { taskKeys } from '#shared/kernel/store/keys.ts';
import { upsertNote } from '#shared/notes/verbs/edit-note.ts';
import { writeTaskResults } from '#shared/results/verbs/write/write-task-results.ts';
import { targetDayEntity } from '#shared/values/store/days/target-days.ts';
import { updateParameters } from '#shared/values/verbs/parameters/update-parameters.ts';
import { startVerbs, type Verbs } from '#test/support/engine/verbs.ts';
import { caseCount } from '#test/support/properties/case-count.ts';
import { measuredValue, outcomeOf, plannedTask, putRunning } from '#test/support/runs/run-results.ts';
import { targetDays } from '#test/support/runs/settled-target-days.ts';

let verbs: Verbs;
let ctx: ProjectContext;
const zone = 'Asia/Tokyo';

beforeAll(async () => {
  verbs = await startVerbs();
});
afterAll(() => verbs.stop());
beforeEach(fresh);

async function fresh(): Promise<void> {
  verbs.now = new Date('2025-03-01T12:00:00.000Z');
  await verbs.empty();
  const member = await verbs.member('alice');
  ctx = { ...member, config: { ...member.config, calendarTimeZone: zone } };
  await createChip(ctx, { chipId: 'chip', size: 4, topologyId: 'linear-4' });
}

/** Sets T1 of qubit 0 at an instant. */
async function setT1(value: number, at: string): Promise<void> {
  verbs.now = new Date(at);
  await updateParameters(ctx, { chipId: 'chip', qid: '0', parameters: { t1: { value, unit: 'us' } } });
}

const target = { kind: 'qubit' as const, id: '0' };

/** The daily history of qubit 0. */
const days = () => targetDays(verbs.db, { projectId: ctx.projectId, chipId: 'chip', target }, '0', zone);

/** The days that have rows. */
async function rows(): Promise<string[]> {
  const items = await queryAll(verbs.db, taskKeys.daysOf(ctx.projectId, 'chip', target));
  return items.map((item) => targetDayEntity.decode(item).date);
}

describe('the daily history of a qubit', () => {
  it('the daily history of a qubit has one row a day of the calendar, with the last state of the day', async () => {
    const times = ['2025-03-01T14:00:00.000Z', '2025-03-01T14:59:59.999Z', '2025-03-01T15:00:00.000Z'];
    for (const [n, at] of times.entries()) await setT1(40 + n, at);
    expect((await days()).map(({ date, data }) => [date, data.t1?.value])).toEqual([
      ['20250301', 41],
      ['20250302', 42],
    ]);
    // The current state, in the target's record, is the second day.
    expect(await rows()).toEqual(['20250301']);
  });

  it('the impact of a deletion counts the daily rows of qubits and of couplings', async () => {
    for (const day of ['01', '02', '03']) {
      await setT1(40, `2025-03-${day}T12:00:00.000Z`);
      await updateParameters(ctx, {
        chipId: 'chip',
        qid: '0-1',
        parameters: { zx90_gate_time: { value: 200, unit: 'ns' } },
      });
    }
    expect(await deletionImpact(ctx, 'chip')).toMatchObject({ qubitDays: 2, couplingDays: 2, taskResults: 0 });
  });

  it('daily rows have the last state of each day, regardless of who writes at once and whatever else is written', async () => {
    const minutes = fc.array(fc.nat({ max: 3 * 24 * 60 }), { minLength: 1, maxLength: 5 });
    await fc.assert(
      fc.asyncProperty(minutes, fc.array(fc.boolean(), { maxLength: 5 }), async (offsets, noted) => {
        await fresh();
        const begin = Date.parse('2025-03-01T12:00:00.000Z');
        const times = offsets.toSorted((a, b) => a - b).map((at) => new Date(begin + at * 60_000).toISOString());
        const expected = new Map<string, number>();
        for (const [n, at] of times.entries()) {
          verbs.now = new Date(at);
          const note = { note: { level: 'target' as const, chipId: 'chip', target }, scope: {} };
          await Promise.all([
            setT1(40 + n, at),
            updateParameters(ctx, { chipId: 'chip', qid: '0', parameters: { t2_echo: { value: n + 1, unit: 'us' } } }),
            noted[n] ? upsertNote(ctx, note, `note ${n}`) : undefined,
          ]);
          expected.set(calendarDate(at, zone), 40 + n);
          expect((await days()).map(({ date, data }) => [date, data.t1?.value])).toEqual([...expected]);
        }
        const standing = await rows();
        expect(standing).toEqual([...expected.keys()].slice(0, -1));
        expect(await deletionImpact(ctx, 'chip')).toMatchObject({ qubitDays: standing.length, couplingDays: 0 });
      }),
      { numRuns: caseCount(6), endOnFailure: true },
    );
  });

  it('a daily row has the cool-down that the chip was in when the values were written', async () => {
    const cryostat = { name: '', manufacturer: '', model: '', location: '', status: 'active' as const };
    await createCryostat(ctx, 'fridge', cryostat);
    const startedAt = '2025-02-28T00:00:00.000Z';
    const chipIds = ['chip'];
    await createCooldown(ctx, {
      cooldownId: 'cd-1',
      cryoId: 'fridge',
      description: '',
      startedAt,
      chipIds,
      wiringInfo: '',
      wiringBlocks: '[]',
    });
    const { projectId, executionId } = await putRunning(verbs.db, { projectId: ctx.projectId });
    const planned = plannedTask(0);
    const outcome = outcomeOf(planned, { outputParameters: { t1: measuredValue(40) } });
    await writeTaskResults(ctx, { projectId, executionId, fence: 1 }, [{ kind: 'ended', planned, outcome }]);
    expect(await days()).toMatchObject([{ cooldownId: 'cd-1', status: 'completed', data: { t1: { value: 40 } } }]);
  });

  it('a daily history is not begun by a qubit without values, and goes with its chip', async () => {
    expect(await days()).toEqual([]);
    await setT1(40, '2025-03-01T14:00:00.000Z');
    await setT1(41, '2025-03-02T14:00:00.000Z');
    await setT1(42, '2025-03-03T14:00:00.000Z');
    expect(await rows()).toEqual(['20250301', '20250302']);
    await deleteChip(ctx, 'chip', { force: true, permanent: true });
    expect(await rows()).toEqual([]);
    await createChip(ctx, { chipId: 'chip', size: 4, topologyId: 'linear-4' });
    expect(await days()).toEqual([]);
  });
});
