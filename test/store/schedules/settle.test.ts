import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { queryAll } from '#shared/kernel/store/dynamodb/database.ts';
import { scheduleKeys, systemKeys } from '#shared/kernel/store/keys.ts';
import { deleteFlow } from '#shared/schedules/verbs/delete-flow.ts';
import { deleteSchedule } from '#shared/schedules/verbs/delete-schedule.ts';
import { listSchedulesWithNextRun, readSchedule } from '#shared/schedules/verbs/read-schedule.ts';
import { resyncSchedules } from '#shared/schedules/verbs/resync-schedules.ts';
import { sweepSchedules } from '#shared/schedules/verbs/sweep-schedules.ts';
import { updateSchedule } from '#shared/schedules/verbs/write-schedule.ts';
import { startVerbs, type Verbs } from '#test/support/engine/verbs.ts';
import { deliver, firingsOf, type ScheduleContext, scheduled, startSchedules } from './world.ts';

let verbs: Verbs;
let ctx: ScheduleContext;
beforeAll(async () => {
  verbs = await startVerbs();
});
afterAll(() => verbs.stop());
beforeEach(async () => {
  ctx = await startSchedules(verbs);
});

const pendingSync = async () => (await queryAll(verbs.db, { index: 'gsi2', pk: systemKeys.pending })).length;
const rows = async () => (await queryAll(verbs.db, scheduleKeys.schedules(ctx.projectId))).length;
/** The next sweep, once the last writer is assumed to have given up. */
const sweep = () => {
  verbs.now = new Date(verbs.now.getTime() + 61_000);
  return sweepSchedules(ctx);
};
const refusal = new Error('throttled');

describe('the scheduler', () => {
  it('the scheduler knows a schedule as soon as it is made, changed, paused and deleted', async () => {
    const { scheduleId } = await scheduled(ctx);
    expect(ctx.scheduler.known.get(scheduleId)).toMatchObject({ cron: '30 6 * * *', timeZone: 'Asia/Tokyo' });
    await updateSchedule(ctx, scheduleId, { cron: '0 7 * * *' });
    expect(ctx.scheduler.known.get(scheduleId)).toMatchObject({ cron: '0 7 * * *' });
    await updateSchedule(ctx, scheduleId, { active: false });
    expect(ctx.scheduler.known.size).toBe(0);
    await updateSchedule(ctx, scheduleId, { active: true });
    expect(ctx.scheduler.known.size).toBe(1);
    await deleteSchedule(ctx, scheduleId);
    expect([ctx.scheduler.known.size, await pendingSync(), await rows()]).toEqual([0, 0, 0]);
  });

  it.each([false, true])(
    'a scheduler that fails (carried out: %s) learns of each change by the sweep',
    async (after) => {
      ctx.scheduler.fault = { error: refusal, after };
      const { scheduleId } = await scheduled(ctx);
      expect(await pendingSync()).toBe(1);
      ctx.scheduler.fault = undefined;
      expect(await sweep()).toEqual({ synced: 1, failed: 0 });
      expect(ctx.scheduler.known.get(scheduleId)).toMatchObject({ cron: '30 6 * * *' });
      ctx.scheduler.fault = { error: refusal, after };
      await deleteSchedule(ctx, scheduleId);
      expect(await listSchedulesWithNextRun(ctx)).toEqual([]);
      expect(await sweep()).toEqual({ synced: 0, failed: 1 });
      ctx.scheduler.fault = undefined;
      expect(await sweep()).toEqual({ synced: 1, failed: 0 });
      expect([ctx.scheduler.known.size, await pendingSync(), await rows()]).toEqual([0, 0, 0]);
    },
  );

  it('the scheduler learns by the sweep that the flow was deleted with its schedules', async () => {
    await scheduled(ctx);
    await deleteFlow(ctx, 'check');
    expect(ctx.scheduler.known.size).toBe(1);
    expect(await sweep()).toEqual({ synced: 1, failed: 0 });
    expect([ctx.scheduler.known.size, await rows()]).toEqual([0, 0]);
  });

  it('the scheduler ends with what is there, regardless of who of two that write side by side tells it last', async () => {
    const { scheduleId } = await scheduled(ctx);
    // The second change is written and sent while the first is on its way to the scheduler.
    ctx.scheduler.before = async () => {
      await updateSchedule(ctx, scheduleId, { cron: '0 8 * * *' });
    };
    await updateSchedule(ctx, scheduleId, { cron: '0 7 * * *' });
    expect(ctx.scheduler.known.get(scheduleId)).toMatchObject({ cron: '0 8 * * *' });
    expect(await pendingSync()).toBe(0);
  });

  it('the scheduler ends with what is there where one that tells it again pauses while it is changed', async () => {
    const { scheduleId, projectId } = await scheduled(ctx);
    const stale = { projectId, scheduleId };
    ctx.scheduler.before = async () => {
      verbs.now = new Date(verbs.now.getTime() + 3_600_000);
      await updateSchedule(ctx, scheduleId, { cron: '0 8 * * *' });
    };
    // A delivery that is no longer due sends the stored schedule to the scheduler.
    await deliver(ctx, stale, '2026-02-01T00:00:00.000Z');
    expect(ctx.scheduler.known.get(scheduleId)).toMatchObject({ cron: '0 8 * * *' });
  });

  it.each([
    [61, { outcome: 'started' }],
    [400, { outcome: 'skipped', reason: 'late' }],
  ])('a scheduler told after a single time has passed misses nothing: %i s after it, %j', async (seconds, outcome) => {
    ctx.scheduler.fault = { error: refusal };
    const schedule = await scheduled(ctx, { scheduledTime: '2026-03-01T12:00:30Z' });
    ctx.scheduler.fault = undefined;
    verbs.now = new Date(Date.parse('2026-03-01T12:00:30Z') + seconds * 1000);
    expect(await sweepSchedules(ctx)).toEqual({ synced: 1, failed: 0 });
    expect(await firingsOf(ctx, schedule)).toMatchObject([outcome]);
    const { active, doneAt } = await readSchedule(ctx, schedule.scheduleId);
    expect([active, doneAt, await pendingSync()]).toEqual([false, verbs.now.toISOString(), 0]);
  });

  it('a scheduler that lost its schedules is told of all that fire again, and of what changed meanwhile', async () => {
    const kept = await scheduled(ctx);
    const changed = await scheduled(ctx);
    const paused = await scheduled(ctx, { active: false });
    const deleted = await scheduled(ctx);
    ctx.scheduler.known.clear();
    ctx.scheduler.fault = { error: refusal, after: false };
    expect(await Promise.all([resyncSchedules(ctx), resyncSchedules(ctx)])).toEqual([3, 3]);
    await updateSchedule(ctx, changed.scheduleId, { cron: '0 8 * * *' });
    await deleteSchedule(ctx, deleted.scheduleId);
    ctx.scheduler.fault = undefined;
    expect(await sweep()).toEqual({ synced: 3, failed: 0 });
    expect([...ctx.scheduler.known.values()].map(({ scheduleId, cron }) => [scheduleId, cron]).toSorted()).toEqual(
      [
        [kept.scheduleId, '30 6 * * *'],
        [changed.scheduleId, '0 8 * * *'],
      ].toSorted(),
    );
    expect(await readSchedule(ctx, paused.scheduleId)).toMatchObject({ active: false });
    expect(await pendingSync()).toBe(0);
  });

  it('a scheduler told after a cron expression has fired misses its newest firing alone', async () => {
    ctx.scheduler.fault = { error: refusal };
    const schedule = await scheduled(ctx, { cron: '*/15 * * * *' });
    ctx.scheduler.fault = undefined;
    verbs.now = new Date('2026-03-01T12:46:00Z');
    await sweepSchedules(ctx);
    const newest = { scheduledTime: '2026-03-01T12:45:00.000Z', outcome: 'started' };
    expect(await firingsOf(ctx, schedule)).toMatchObject([newest]);
    expect([ctx.scheduler.known.size, await pendingSync()]).toEqual([1, 0]);
  });

  it('the scheduler is not told of a single time that passes while it is written: the sweep carries that out', async () => {
    verbs.faults.plan(({ command }) => {
      if (command === 'TransactWriteItems') verbs.now = new Date('2026-03-01T12:00:02Z');
      return undefined;
    });
    const schedule = await scheduled(ctx, { scheduledTime: '2026-03-01T12:00:01Z' });
    verbs.faults.clear();
    expect([ctx.scheduler.known.size, await pendingSync()]).toEqual([0, 1]);
    await sweep();
    expect(await firingsOf(ctx, schedule)).toMatchObject([{ outcome: 'started' }]);
    expect(await pendingSync()).toBe(0);
  });

  it.each([
    ['a single time', { scheduledTime: '2026-03-01T12:01:00Z' }, '2026-03-01T12:01:00.000Z'],
    ['a time of a cron expression', { cron: '0 * * * *' }, '2026-03-01T13:00:00.000Z'],
  ])('%s that passes while the scheduler is told of it is carried out by the sweep, once', async (_, timing, time) => {
    ctx.scheduler.before = async () => {
      verbs.now = new Date(Date.parse(time) + 2000);
    };
    const schedule = await scheduled(ctx, timing);
    expect(await pendingSync()).toBe(1);
    expect(await sweep()).toEqual({ synced: 1, failed: 0 });
    expect(await firingsOf(ctx, schedule)).toMatchObject([{ scheduledTime: time, outcome: 'started' }]);
    expect([await pendingSync(), ctx.scheduler.known.size]).toEqual([0, 'cron' in timing ? 1 : 0]);
    await deliver(ctx, schedule, time);
    expect(ctx.orchestrator.started.size).toBe(1);
  });

  it('a scheduler that knows everything is left alone by the sweep', async () => {
    await scheduled(ctx);
    expect(await sweep()).toEqual({ synced: 0, failed: 0 });
  });
});

describe('a write whose table fails', () => {
  it.each(['before', 'after'] as const)(
    'a schedule whose write fails %s it was carried out is put right by the sweep',
    async (when) => {
      for (let at = 1; at <= 6; at += 1) {
        ctx = await startSchedules(verbs);
        verbs.faults.plan(({ number, command }) =>
          number >= at && /Write|Put|Update/.test(command)
            ? ({ [when]: new Error('down') } as { before: Error })
            : undefined,
        );
        const made = await scheduled(ctx).catch(() => undefined);
        verbs.faults.clear();
        await verbs.faults.idle();
        await sweep();
        const standing = (await listSchedulesWithNextRun(ctx)).map(({ scheduleId }) => scheduleId);
        expect([...ctx.scheduler.known.keys()]).toEqual(standing);
        expect(await pendingSync()).toBe(0);
        if (made) expect(standing).toEqual([made.scheduleId]);
      }
    },
  );

  it('a write that fails during a firing starts one run, which the next delivery records', async () => {
    const due = '2026-03-01T21:30:00.000Z';
    for (let at = 1; at <= 8; at += 1) {
      ctx = await startSchedules(verbs);
      const schedule = await scheduled(ctx);
      verbs.now = new Date(due);
      verbs.faults.plan(({ number }) => (number === at ? { after: new Error('killed') } : undefined));
      await deliver(ctx, schedule, due).catch(() => undefined);
      verbs.faults.clear();
      await verbs.faults.idle();
      expect(await deliver(ctx, schedule, due)).toMatchObject({ outcome: 'started' });
      expect(ctx.orchestrator.started.size).toBe(1);
    }
  });
});
