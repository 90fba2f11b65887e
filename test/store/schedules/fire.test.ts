import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { queryAll, writeItem } from '#shared/kernel/store/dynamodb/database.ts';
import { updateOf } from '#shared/kernel/store/dynamodb/update.ts';
import { flowKeys, projectKeys, scheduleKeys, userKeys } from '#shared/kernel/store/keys.ts';
import { changeMemberRole, revokeMember } from '#shared/projects/verbs/members.ts';
import { QUEUE_LIMIT } from '#shared/runs/rules/queue.ts';
import { getExecution } from '#shared/runs/store/executions.ts';
import { abortRun } from '#shared/runs/verbs/end/abort-run.ts';
import { listExecutions } from '#shared/runs/verbs/list-executions.ts';
import { queueFlow, readQueue, removeQueued } from '#shared/runs/verbs/queue/run-queue.ts';
import { startQueued } from '#shared/runs/verbs/queue/start-queued.ts';
import { deleteFlow } from '#shared/schedules/verbs/delete-flow.ts';
import { deleteSchedule } from '#shared/schedules/verbs/delete-schedule.ts';
import { listSchedulesWithNextRun, readSchedule } from '#shared/schedules/verbs/read-schedule.ts';
import { updateSchedule } from '#shared/schedules/verbs/write-schedule.ts';
import { interleaved } from '#test/support/engine/interleave.ts';
import { joinProject } from '#test/support/engine/join-project.ts';
import { startVerbs, type Verbs } from '#test/support/engine/verbs.ts';
import { lockedBy, newRun, started } from '#test/support/runs/runs.ts';
import { deliver, firingsOf, type ScheduleContext, saveCheck, scheduled, startSchedules } from './world.ts';

let verbs: Verbs;
let ctx: ScheduleContext;
beforeAll(async () => {
  verbs = await startVerbs();
});
afterAll(() => verbs.stop());
beforeEach(async () => {
  ctx = await startSchedules(verbs);
});

const at = (time: string) => {
  verbs.now = new Date(time);
};
/** Half past six in Tokyo of the next two days. */
const [first, second] = ['2026-03-01T21:30:00.000Z', '2026-03-02T21:30:00.000Z'];
const executions = async () =>
  (await listExecutions(ctx, {}, { skip: 0, limit: 100 })).records.map(({ executionId }) => executionId);

describe('a firing', () => {
  it('a firing starts a run of the flow as the creator of the schedule, and both say so', async () => {
    const schedule = await scheduled(ctx, { parameters: { seed: 4 } });
    at('2026-03-01T21:30:12Z');
    const firing = await deliver(ctx, schedule, '2026-03-01T21:30:00Z');
    expect(firing).toMatchObject({ outcome: 'started', scheduledTime: first, at: '2026-03-01T21:30:12.000Z' });
    const execution = await getExecution(ctx.db, ctx.projectId, firing?.executionId ?? '');
    expect(execution).toMatchObject({
      flowName: 'check',
      username: 'alice',
      parameters: { seed: 4 },
      note: { schedule_id: schedule.scheduleId, scheduled_time: first, flow_run_id: execution?.flowRunId },
    });
    expect(ctx.orchestrator.started.has(execution?.flowRunId ?? '')).toBe(true);
    expect(await firingsOf(ctx, schedule)).toMatchObject([firing ?? {}]);
    expect((await readSchedule(ctx, schedule.scheduleId)).lastFiring).toEqual(firing);
  });

  it('a firing that is delivered again starts nothing, also when the run has ended since', async () => {
    const schedule = await scheduled(ctx);
    at(first);
    const firing = await deliver(ctx, schedule, first);
    const run = await getExecution(ctx.db, ctx.projectId, firing?.executionId ?? '');
    await abortRun(ctx, run ?? { projectId: '', executionId: '', flowRunId: '' }, 'over');
    expect(await deliver(ctx, schedule, first)).toMatchObject({ outcome: 'started', executionId: run?.executionId });
    expect(await executions()).toHaveLength(1);
  });

  it('a firing that is delivered several times at once starts one run, and is recorded as started', async () => {
    const schedule = await scheduled(ctx);
    at(first);
    await Promise.all(Array.from({ length: 5 }, () => deliver(ctx, schedule, first)));
    expect(await executions()).toHaveLength(1);
    expect(await firingsOf(ctx, schedule)).toMatchObject([{ outcome: 'started' }]);
  });

  it.each([
    ['deleted', (id: string) => deleteSchedule(ctx, id)],
    ['paused', (id: string) => updateSchedule(ctx, id, { active: false })],
    ['given another time', (id: string) => updateSchedule(ctx, id, { cron: '0 9 * * *' })],
    ['deleted with its flow', () => deleteFlow(ctx, 'check')],
  ])('a firing that pauses while its schedule is %s starts nothing, and records nothing', async (_, change) => {
    const schedule = await scheduled(ctx);
    at(first);
    const late = interleaved(verbs.client, {
      work: () => deliver(ctx, schedule, first),
      meanwhile: () => change(schedule.scheduleId),
      where: ({ command }) => command === 'TransactWriteItems',
    });
    expect(await late).toBeUndefined();
    expect(await executions()).toEqual([]);
    expect(await queryAll(verbs.db, scheduleKeys.firings(ctx.projectId, schedule.scheduleId))).toEqual([]);
  });

  it('a firing that died after it had started the run is found started, however late it comes again', async () => {
    const schedule = await scheduled(ctx);
    at(first);
    verbs.faults.plan(({ command }) =>
      command === 'TransactWriteItems' && ctx.orchestrator.started.size > 0
        ? { before: new Error('killed') }
        : undefined,
    );
    await expect(deliver(ctx, schedule, first)).rejects.toThrow('killed');
    verbs.faults.clear();
    at('2026-03-01T21:50:00Z');
    expect(await deliver(ctx, schedule, first)).toMatchObject({ outcome: 'started' });
    expect(await executions()).toHaveLength(1);
  });

  it('a firing is carried out five minutes late, and skipped and recorded after that', async () => {
    const schedule = await scheduled(ctx);
    at('2026-03-01T21:35:00Z');
    expect(await deliver(ctx, schedule, first)).toMatchObject({ outcome: 'started' });
    at('2026-03-02T21:35:01Z');
    expect(await deliver(ctx, schedule, second)).toMatchObject({ outcome: 'skipped', reason: 'late' });
    expect(await firingsOf(ctx, schedule)).toMatchObject([{ scheduledTime: second }, { scheduledTime: first }]);
  });

  it('a firing waits in the queue while a run holds the lock, begins once when that ends, and is recorded then', async () => {
    const schedule = await scheduled(ctx, { parameters: { seed: 5 } });
    const run = await started(ctx, newRun());
    at(first);
    expect(await deliver(ctx, schedule, first)).toBeUndefined();
    expect(await deliver(ctx, schedule, first)).toBeUndefined();
    expect(await firingsOf(ctx, schedule)).toEqual([]);
    const { queue } = await readQueue(ctx);
    expect(queue.waiting).toMatchObject([{ firing: { scheduleId: schedule.scheduleId, scheduledTime: first } }]);
    // Longer than a delivery may be late.
    at('2026-03-01T22:30:00Z');
    expect(await deliver(ctx, schedule, first)).toBeUndefined();
    await abortRun(ctx, run, 'over');
    await startQueued(ctx, ctx.projectId);
    const executionId = await lockedBy(ctx);
    expect(await firingsOf(ctx, schedule)).toMatchObject([{ scheduledTime: first, outcome: 'started', executionId }]);
    expect(await deliver(ctx, schedule, first)).toMatchObject({ outcome: 'started', executionId });
    const note = { schedule_id: schedule.scheduleId, scheduled_time: first };
    expect(await getExecution(ctx.db, ctx.projectId, executionId ?? '')).toMatchObject({ note });
    expect(await executions()).toHaveLength(2);
  });

  it('a firing adds no start while an earlier one of its schedule waits, and says so', async () => {
    const schedule = await scheduled(ctx);
    await started(ctx, newRun());
    at(first);
    await deliver(ctx, schedule, first);
    at(second);
    expect(await deliver(ctx, schedule, second)).toMatchObject({
      outcome: 'skipped',
      reason: 'locked',
      message: `The earlier start of the schedule for ${first} waits in the queue still`,
    });
    expect((await readQueue(ctx)).queue.waiting).toHaveLength(1);
  });

  it('a firing that finds the queue full is skipped, and says so', async () => {
    const schedule = await scheduled(ctx);
    await started(ctx, newRun());
    for (let index = 0; index < QUEUE_LIMIT; index += 1) await queueFlow(ctx, { name: 'check', parameters: {} });
    at(first);
    const message = expect.stringContaining('is full: 20 starts wait');
    expect(await deliver(ctx, schedule, first)).toMatchObject({ outcome: 'skipped', reason: 'locked', message });
  });

  it('a firing whose start is removed from the queue is skipped, also when its delivery comes again', async () => {
    const schedule = await scheduled(ctx);
    const run = await started(ctx, newRun());
    at(first);
    await deliver(ctx, schedule, first);
    await removeQueued(ctx);
    const skipped = { outcome: 'skipped', reason: 'locked', message: "Removed by 'alice'" };
    expect(await firingsOf(ctx, schedule)).toMatchObject([skipped]);
    await abortRun(ctx, run, 'over');
    expect(await deliver(ctx, schedule, first)).toMatchObject(skipped);
    expect(await executions()).toHaveLength(1);
  });

  it('a firing that was queued and removed while a second delivery of it paused starts nothing', async () => {
    const schedule = await scheduled(ctx);
    at(first);
    const delivered = await interleaved(verbs.client, {
      work: () => deliver(ctx, schedule, first),
      meanwhile: async () => {
        const run = await started(ctx, newRun());
        await deliver(ctx, schedule, first);
        await removeQueued(ctx);
        await abortRun(ctx, run, 'over');
      },
    });
    expect(delivered).toMatchObject({ outcome: 'skipped', message: "Removed by 'alice'" });
    expect(await executions()).toHaveLength(1);
  });

  it.each([
    ['is paused', (id: string) => updateSchedule(ctx, id, { active: false })],
    ['is given another time', (id: string) => updateSchedule(ctx, id, { cron: '0 7 * * *' })],
    ['is deleted', (id: string) => deleteSchedule(ctx, id)],
  ])('a firing that waits in the queue does not begin when its schedule %s', async (_, change) => {
    const schedule = await scheduled(ctx);
    const run = await started(ctx, newRun());
    at(first);
    await deliver(ctx, schedule, first);
    at('2026-03-01T21:31:00Z');
    await change(schedule.scheduleId);
    await abortRun(ctx, run, 'over');
    await startQueued(ctx, ctx.projectId);
    expect((await readQueue(ctx)).queue.settled).toMatchObject([
      { outcome: 'failed', message: 'Its schedule was deleted, paused or given another time' },
    ]);
    expect(await executions()).toHaveLength(1);
  });

  it('a firing whose run could not be launched from the queue is recorded as failed', async () => {
    const schedule = await scheduled(ctx);
    const run = await started(ctx, newRun());
    at(first);
    await deliver(ctx, schedule, first);
    await abortRun(ctx, run, 'over');
    ctx.orchestrator.faults.start = { error: new Error('no such machine') };
    await startQueued(ctx, ctx.projectId);
    const message = expect.stringContaining('no such machine');
    expect(await firingsOf(ctx, schedule)).toMatchObject([{ outcome: 'failed', reason: 'start', message }]);
  });

  it('a firing is recorded as failed with the run that could not be started', async () => {
    const schedule = await scheduled(ctx);
    ctx.orchestrator.faults.start = { error: new Error('no such machine') };
    at(first);
    const firing = await deliver(ctx, schedule, first);
    expect(firing).toMatchObject({
      outcome: 'failed',
      reason: 'start',
      message: expect.stringMatching(/no such machine/),
    });
    expect(firing?.executionId).toBeDefined();
  });

  it('a firing is recorded as failed with what does not fit any more: the parameters, or the flow', async () => {
    const schedule = await scheduled(ctx, { parameters: { CheckT1: { shots: 64 } } });
    await saveCheck(ctx, 'check', 'CheckT2Echo');
    at(first);
    expect(await deliver(ctx, schedule, first)).toMatchObject({
      outcome: 'failed',
      reason: 'flow',
      message: expect.stringMatching(/CheckT1/),
    });
    // As if the flow had gone between.
    await writeItem(verbs.db, {
      update: flowKeys.flow(ctx.projectId, 'check'),
      with: updateOf({ setEntries: [[['slim', 'deletedAt'], first]] }),
    });
    at(second);
    const gone = { outcome: 'failed', reason: 'flow', message: expect.stringMatching(/Flow 'check' not found/) };
    expect(await deliver(ctx, schedule, second)).toMatchObject(gone);
  });
});

describe('the creator of the schedule', () => {
  let ofBob: Awaited<ReturnType<typeof scheduled>>;
  beforeEach(async () => {
    const bob = await verbs.member('bob');
    await joinProject(ctx, { username: 'bob', role: 'editor' });
    const there = await verbs.inProject(bob, ctx.projectId);
    ofBob = await scheduled({ ...ctx, ...there, orchestrator: ctx.orchestrator, scheduler: ctx.scheduler });
    at(first);
  });
  const refused = { outcome: 'skipped', reason: 'not-a-member', message: expect.stringMatching(/'bob'/) };

  it('a firing starts its run as the creator of the schedule', async () => {
    const firing = await deliver(ctx, ofBob, first);
    expect(await getExecution(ctx.db, ctx.projectId, firing?.executionId ?? '')).toMatchObject({ username: 'bob' });
  });

  it('a firing starts nothing when the creator of the schedule is a member no more', async () => {
    await revokeMember(ctx, 'bob');
    expect(await deliver(ctx, ofBob, first)).toMatchObject(refused);
    expect(await executions()).toEqual([]);
  });

  it('a firing starts nothing when the creator of the schedule may only read', async () => {
    await changeMemberRole(ctx, { username: 'bob', role: 'viewer' });
    expect(await deliver(ctx, ofBob, first)).toMatchObject(refused);
  });

  it('a firing starts nothing when the creator of the schedule is disabled', async () => {
    await writeItem(verbs.db, {
      update: userKeys.user('usr_bob'),
      with: updateOf({ set: { disabled: true } }),
    });
    expect(await deliver(ctx, ofBob, first)).toMatchObject(refused);
  });
});

describe('a delivery of what the schedule is no more', () => {
  const nothing = async (schedule: { projectId: string; scheduleId: string }, time = first) => {
    expect(await deliver(ctx, schedule, time)).toBeUndefined();
    expect(await executions()).toEqual([]);
  };

  it('a delivery finds a schedule that was deleted, and has the scheduler forget it', async () => {
    const schedule = await scheduled(ctx);
    await deleteSchedule(ctx, schedule.scheduleId);
    ctx.scheduler.known.set(schedule.scheduleId, schedule);
    at(first);
    await nothing(schedule);
    expect(ctx.scheduler.known.size).toBe(0);
  });

  it('a delivery finds a schedule that is paused, and does not make up for it when it is resumed', async () => {
    const schedule = await scheduled(ctx);
    await updateSchedule(ctx, schedule.scheduleId, { active: false });
    at(first);
    await nothing(schedule);
    at('2026-03-01T21:31:00Z');
    await updateSchedule(ctx, schedule.scheduleId, { active: true });
    await nothing(schedule);
    expect(await firingsOf(ctx, schedule)).toEqual([]);
    at(second);
    expect(await deliver(ctx, schedule, second)).toMatchObject({ outcome: 'started' });
  });

  it('a delivery finds another time, changed while it was due, and tells the scheduler of it again', async () => {
    const schedule = await scheduled(ctx);
    at(first);
    await updateSchedule(ctx, schedule.scheduleId, { cron: '0 9 * * *' });
    ctx.scheduler.known.set(schedule.scheduleId, schedule);
    await nothing(schedule);
    expect(ctx.scheduler.known.get(schedule.scheduleId)).toMatchObject({ cron: '0 9 * * *' });
  });

  it('a delivery finds the flow deleted, and its schedules with it', async () => {
    const schedule = await scheduled(ctx);
    await scheduled(ctx);
    expect(await deleteFlow(ctx, 'check')).toEqual({ schedules: 2 });
    expect(await listSchedulesWithNextRun(ctx)).toEqual([]);
    at(first);
    await nothing(schedule);
  });

  it('a delivery finds the project deleted, and goes on when that is restored', async () => {
    const schedule = await scheduled(ctx);
    const update = projectKeys.project(ctx.projectId);
    await writeItem(verbs.db, { update, with: updateOf({ set: { deletedAt: first } }) });
    at(first);
    await nothing(schedule);
    await writeItem(verbs.db, { update, with: updateOf({ set: { deletedAt: undefined } }) });
    at(second);
    expect(await deliver(ctx, schedule, second)).toMatchObject({ outcome: 'started' });
  });
});

describe('a one-time schedule', () => {
  const scheduledTime = '2026-03-05T09:00:00';
  const instant = '2026-03-05T00:00:00.000Z';

  it('a one-time schedule is done when it has fired, whatever came of it', async () => {
    const schedule = await scheduled(ctx, { scheduledTime });
    const run = await started(ctx, newRun());
    at(instant);
    await deliver(ctx, schedule, instant);
    expect(await readSchedule(ctx, schedule.scheduleId)).toMatchObject({ active: true });
    await removeQueued(ctx);
    expect(await readSchedule(ctx, schedule.scheduleId)).toMatchObject({ active: false, doneAt: instant });
    expect(await listSchedulesWithNextRun(ctx)).toMatchObject([
      { nextRun: undefined, lastFiring: { outcome: 'skipped' } },
    ]);
    await abortRun(ctx, run, 'over');
  });

  it('a one-time schedule fires again when it is given another time', async () => {
    const schedule = await scheduled(ctx, { scheduledTime });
    at(instant);
    await deliver(ctx, schedule, instant);
    const again = { active: true, scheduledTime: '2026-03-06T09:00:00' };
    await expect(updateSchedule(ctx, schedule.scheduleId, { active: true })).rejects.toThrow(/has passed/);
    expect(await updateSchedule(ctx, schedule.scheduleId, again)).toMatchObject({ active: true, doneAt: undefined });
    expect(ctx.scheduler.known.get(schedule.scheduleId)).toMatchObject({ scheduledTime: '2026-03-06T00:00:00.000Z' });
  });
});
