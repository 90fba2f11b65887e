import '#test/support/property-seed.ts';
import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { ProjectContext } from '#shared/context.ts';
import { calendarDate } from '#shared/domain/calendar.ts';
import { createChip } from '#shared/services/chips/create-chip.ts';
import { deleteChip } from '#shared/services/chips/delete-chip.ts';
import { createCooldown } from '#shared/services/cooldowns/create-cooldown.ts';
import { createCryostat } from '#shared/services/cryostats/cryostats.ts';
import { updateParameters } from '#shared/services/parameters/update-parameters.ts';
import { changesOf, type Projected, project } from '#shared/services/projection/project.ts';
import { rebuildChip } from '#shared/services/projection/rebuild.ts';
import { writeTaskResults } from '#shared/services/task-results/write-task-results.ts';
import { getItem, queryAll } from '#shared/store/database.ts';
import { chipKeys, taskKeys } from '#shared/store/keys.ts';
import { targetDayEntity } from '#shared/store/target-days.ts';
import { measuredValue, outcomeOf, plannedTask, putRunning } from '#test/support/run-results.ts';
import { startVerbs, type Verbs } from '#test/support/verbs.ts';

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

/** What the stream tells of qubit 0 after T1 was set at an instant. */
async function setT1(value: number, at: string) {
  verbs.now = new Date(at);
  await updateParameters(ctx, { chipId: 'chip', qid: '0', parameters: { t1: { value, unit: 'us' } } });
  return change();
}

async function change() {
  const item = await getItem(verbs.db, chipKeys.qubit(ctx.projectId, 'chip', '0'));
  return changesOf(item ?? {});
}

/** The daily rows of qubit 0. */
async function days() {
  const items = await queryAll(verbs.db, taskKeys.daysOf(ctx.projectId, 'chip', { kind: 'qubit', id: '0' }));
  return items.map((item) => targetDayEntity.decode(item));
}

describe('the daily history of a qubit', () => {
  it('has one row a day of the calendar, with the last state of the day', async () => {
    const times = ['2025-03-01T14:00:00.000Z', '2025-03-01T14:59:59.999Z', '2025-03-01T15:00:00.000Z'];
    for (const [n, at] of times.entries()) await project(ctx, [await setT1(40 + n, at)]);
    expect((await days()).map(({ date, data }) => [date, data.t1?.value])).toEqual([
      ['20250301', 41],
      ['20250302', 42],
    ]);
    const snapshot = await queryAll(verbs.db, { index: 'gsi1', pk: taskKeys.days(ctx.projectId, 'chip', '20250301') });
    expect(snapshot.map((item) => targetDayEntity.decode(item).target.id)).toEqual(['0']);
  });

  it('is the same however often, in what order and side by side the states come', async () => {
    const minutes = fc.array(fc.nat({ max: 2 * 24 * 60 }), { minLength: 1, maxLength: 4 });
    const order = fc.array(fc.array(fc.nat({ max: 3 }), { minLength: 1, maxLength: 3 }), { maxLength: 3 });
    await fc.assert(
      fc.asyncProperty(minutes, order, async (offsets, batches) => {
        await fresh();
        const begin = Date.parse('2025-03-01T12:00:00.000Z');
        const times = offsets.toSorted((a, b) => a - b).map((at) => new Date(begin + at * 60_000).toISOString());
        const changes: Projected[] = [];
        for (const [n, at] of times.entries()) changes.push(await setT1(40 + n, at));
        await Promise.all(
          batches.map((batch) =>
            project(
              ctx,
              batch.flatMap((n) => changes[n] ?? []),
            ),
          ),
        );
        await Promise.all(changes.toReversed().map((one) => project(ctx, [one])));
        const expected = new Map(times.map((at, n) => [calendarDate(at, zone), 40 + n]));
        expect((await days()).map(({ date, data }) => [date, data.t1?.value])).toEqual([...expected]);
      }),
      { numRuns: 6, endOnFailure: true },
    );
  });

  it('has the cool-down that the chip was in when the values were written', async () => {
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
    await project(ctx, [await change()]);
    expect(await days()).toMatchObject([{ cooldownId: 'cd-1', status: 'completed', data: { t1: { value: 40 } } }]);
  });

  it('is not begun by a qubit without values, and goes with its chip', async () => {
    await project(ctx, [await change()]);
    expect(await days()).toEqual([]);
    const late = await setT1(40, '2025-03-01T14:00:00.000Z');
    await project(ctx, [late]);
    expect(await days()).toHaveLength(1);
    await deleteChip(ctx, 'chip', true);
    await project(ctx, [late]);
    expect(await days()).toEqual([]);
    verbs.now = new Date('2025-03-01T14:30:00.000Z');
    await createChip(ctx, { chipId: 'chip', size: 4, topologyId: 'linear-4' });
    await project(ctx, [late]);
    expect(await days()).toEqual([]);
  });

  it('has the row of what stands after a rebuild', async () => {
    await setT1(40, '2025-03-01T14:00:00.000Z');
    await rebuildChip(ctx, { projectId: ctx.projectId, chipId: 'chip' });
    expect(await days()).toMatchObject([{ date: '20250301', data: { t1: { value: 40 } } }]);
  });
});
