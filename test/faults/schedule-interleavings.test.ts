import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { deleteSchedule } from '#shared/schedules/verbs/delete-schedule.ts';
import { readSchedule } from '#shared/schedules/verbs/read-schedule.ts';
import { resyncSchedules } from '#shared/schedules/verbs/resync-schedules.ts';
import { syncSchedule } from '#shared/schedules/verbs/sync-schedule.ts';
import { updateSchedule } from '#shared/schedules/verbs/write-schedule.ts';
import { interleaved } from '#test/support/engine/interleave.ts';
import { startVerbs, type Verbs } from '#test/support/engine/verbs.ts';
import { deliver, firingsOf, type ScheduleContext, scheduled, startSchedules } from '../store/schedules/world.ts';

/** The writer of a schedule pauses between its read and its write, while another changes it. */
let verbs: Verbs;
let ctx: ScheduleContext;
beforeAll(async () => {
  verbs = await startVerbs();
});
afterAll(() => verbs.stop());
beforeEach(async () => {
  ctx = await startSchedules(verbs);
});

const atSeven = '0 7 * * *';
const change = (scheduleId: string) => updateSchedule(ctx, scheduleId, { cron: atSeven });

test('at once: a schedule that is deleted as it changes is answered as it was when it went', async () => {
  const { scheduleId } = await scheduled(ctx);
  const deleted = await interleaved(verbs.client, {
    work: () => deleteSchedule(ctx, scheduleId),
    meanwhile: () => change(scheduleId),
  });
  expect(deleted).toMatchObject({ cron: atSeven });
  await expect(readSchedule(ctx, scheduleId)).rejects.toMatchObject({ kind: 'not-found' });
  expect(ctx.scheduler.known.size).toBe(0);
});

/** A request under a key, or its repeat. */
const underKey = (repeated = false) =>
  scheduled({
    ...ctx,
    idempotency: { userId: ctx.actor.user.userId, digest: 'key', forgetAt: 4_000_000_000, repeated },
  });

test('a schedule that was deleted is not made again by the repeat of the request that made it', async () => {
  const made = await underKey();
  await deleteSchedule(ctx, made.scheduleId);
  const before = await verbs.table();
  expect((await underKey(true)).scheduleId).toBe(made.scheduleId);
  expect((await underKey()).scheduleId).toBe(made.scheduleId);
  expect(await verbs.table()).toEqual(before);
  expect(ctx.scheduler.known.size).toBe(0);
});

test('at once: of a request that is repeated while it pauses there is one schedule, and none where that was deleted', async () => {
  for (const isDeleted of [false, true]) {
    ctx = await startSchedules(verbs);
    const made = await interleaved(verbs.client, {
      work: () => underKey(),
      meanwhile: async () => {
        const { scheduleId } = await underKey(true);
        if (isDeleted) await deleteSchedule(ctx, scheduleId);
      },
    });
    expect([...ctx.scheduler.known.keys()]).toEqual(isDeleted ? [] : [made.scheduleId]);
  }
});

test('at once: a schedule that changes as the scheduler is told of it keeps the change, which the scheduler knows', async () => {
  ctx.scheduler.fault = { error: new Error('down') };
  const schedule = await scheduled(ctx);
  ctx.scheduler.fault = undefined;
  await interleaved(verbs.client, {
    work: () => syncSchedule(ctx, schedule),
    meanwhile: () => change(schedule.scheduleId),
  });
  expect(await readSchedule(ctx, schedule.scheduleId)).toMatchObject({ cron: atSeven });
  expect(ctx.scheduler.known.get(schedule.scheduleId)).toMatchObject({ cron: atSeven });
});

test('at once: a schedule that changes as all are marked for the scheduler keeps the change', async () => {
  const { scheduleId } = await scheduled(ctx);
  await interleaved(verbs.client, { work: () => resyncSchedules(ctx), meanwhile: () => change(scheduleId) });
  expect(await readSchedule(ctx, scheduleId)).toMatchObject({ cron: atSeven });
});

test('at once: a schedule that changes as a firing of it is recorded keeps the change, and has the firing', async () => {
  const schedule = await scheduled(ctx);
  const at = '2026-03-01T21:30:00.000Z';
  verbs.now = new Date(at);
  await interleaved(verbs.client, {
    work: () => deliver(ctx, schedule, at),
    meanwhile: () => updateSchedule(ctx, schedule.scheduleId, { parameters: { seed: 7 } }),
    where: ({ command, input }) => command === 'TransactWriteItems' && JSON.stringify(input).includes('lastFiring'),
  });
  const { lastFiring, parameters } = await readSchedule(ctx, schedule.scheduleId);
  expect([lastFiring?.outcome, JSON.parse(parameters)]).toEqual(['started', { seed: 7 }]);
  expect(await firingsOf(ctx, schedule)).toMatchObject([{ outcome: 'started' }]);
});
