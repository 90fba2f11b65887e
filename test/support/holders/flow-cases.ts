import { expect } from 'vitest';
import { abortRun } from '#shared/runs/verbs/end/abort-run.ts';
import { queueFlow, readQueue, removeQueued } from '#shared/runs/verbs/queue/run-queue.ts';
import { startQueued, sweepQueues } from '#shared/runs/verbs/queue/start-queued.ts';
import { deleteFlow } from '#shared/schedules/verbs/delete-flow.ts';
import { deleteSchedule } from '#shared/schedules/verbs/delete-schedule.ts';
import { sweepSchedules } from '#shared/schedules/verbs/sweep-schedules.ts';
import { updateSchedule } from '#shared/schedules/verbs/write-schedule.ts';
import { checkFlows } from '#test/support/invariants/flow-invariants.ts';
import { checkRuns } from '#test/support/invariants/run-invariants.ts';
import { newRun, started } from '#test/support/runs/runs.ts';
import { deliver, type ScheduleContext, saveCheck, scheduled, startSchedules } from '../../store/schedules/world.ts';
import { anHourLater, type HolderCase, type Stage } from './holder-case.ts';

interface Scene {
  ctx: ScheduleContext;
  /** A schedule of the flow `check`. */
  scheduleId: string;
}

type Act = (scene: Scene) => Promise<unknown>;

/** The same user repeats the same request. */
const markOf = ({ actor }: ScheduleContext) => ({
  userId: actor.user.userId,
  digest: 'one',
  forgetAt: 4_000_000_000,
  repeated: false,
});

/** The first time of the schedule. */
const first = '2026-03-01T21:30:00.000Z';

const acts: Record<string, Act> = {
  'saves a flow': ({ ctx }) => saveCheck(ctx, 'check', 'CheckT2Echo'),
  'deletes a flow': ({ ctx }) => deleteFlow(ctx, 'check'),
  'schedules a flow': ({ ctx }) => scheduled({ ...ctx, idempotency: markOf(ctx) }),
  'pauses a schedule': ({ ctx, scheduleId }) => updateSchedule(ctx, scheduleId, { active: false }),
  'gives a schedule another time': ({ ctx, scheduleId }) => updateSchedule(ctx, scheduleId, { cron: '0 7 * * *' }),
  'deletes a schedule': ({ ctx, scheduleId }) => deleteSchedule(ctx, scheduleId),
  'delivers a firing': ({ ctx, scheduleId }) => deliver(ctx, { projectId: ctx.projectId, scheduleId }, first),
  'looks after schedules': ({ ctx }) => sweepSchedules(ctx),
  'queues a run': ({ ctx }) => queueFlow(ctx, { name: 'check', parameters: {}, requestKey: 'one' }),
  'starts a queued run': ({ ctx }) => startQueued(ctx, ctx.projectId),
  'removes a queued run': ({ ctx }) => removeQueued(ctx),
};

const isOfQueue = (name: string): boolean => name === 'starts a queued run' || name === 'removes a queued run';

/** What others do meanwhile, with whether no run may begin after it. */
const others: Record<string, { act: (scene: Scene, act: Act) => Promise<unknown>; ends?: boolean }> = {
  'another does the same': { act: (scene, act) => act(scene).catch(() => undefined) },
  'the flow is deleted': { act: ({ ctx }) => deleteFlow(ctx, 'check').catch(() => undefined), ends: true },
  'the flow is deleted and saved again': {
    act: async ({ ctx }) => {
      await deleteFlow(ctx, 'check').catch(() => undefined);
      await saveCheck(ctx, 'check', 'CheckRamsey');
      await scheduled(ctx, { cron: '0 9 * * *' });
    },
  },
  'the schedule is paused and the queue cleared': {
    act: async ({ ctx, scheduleId }) => {
      await updateSchedule(ctx, scheduleId, { active: false }).catch(() => undefined);
      await removeQueued(ctx).catch(() => undefined);
    },
    ends: true,
  },
};

/** Whether an act may begin a run although others have ended everything before. */
const mayBegin = (name: string, other: string): boolean =>
  // A run that is queued after the queue was cleared is not affected.
  name === 'queues a run' && other === 'the schedule is paused and the queue cleared';

/**
 * Flows, their schedules, and the queue. A flow has each of its versions once; the scheduler matches the stored
 * schedules; nothing begins that a user has taken back.
 */
export function flowCases({ verbs, pauses }: Stage): HolderCase[] {
  const prepare = async (name: string): Promise<Scene> => {
    const ctx = await startSchedules(verbs);
    const { scheduleId } = await scheduled(ctx);
    if (isOfQueue(name)) {
      const run = await started(ctx, newRun());
      await queueFlow(ctx, { name: 'check', parameters: {} });
      await abortRun(ctx, run, 'over');
    }
    if (name === 'delivers a firing') verbs.now = new Date(first);
    if (name !== 'looks after schedules') return { ctx, scheduleId };
    ctx.scheduler.fault = { error: new Error('not reached') };
    await updateSchedule(ctx, scheduleId, { cron: '0 8 * * *' });
    ctx.scheduler.fault = undefined;
    verbs.now = new Date(verbs.now.getTime() + 120_000);
    return { ctx, scheduleId };
  };
  const runs = async () => [...(await verbs.table()).keys()].filter((key) => key.includes('#EXEC | ')).length;
  return Object.entries(acts).map(([name, act]) => ({
    name,
    others: Object.keys(others),
    visit: async (at, other) => {
      const scene = await prepare(name);
      const { ctx } = scene;
      let begun: number | undefined;
      const paused = await pauses.run(
        at,
        () => act(scene),
        async () => {
          anHourLater({ verbs });
          await others[other]?.act(scene, act);
          if (others[other]?.ends && !mayBegin(name, other)) begun = await runs();
        },
      );
      if (begun !== undefined) expect(await runs()).toBe(begun);
      checkRuns(await verbs.table());
      anHourLater({ verbs });
      expect(await sweepSchedules(ctx)).toMatchObject({ failed: 0 });
      await checkFlows(ctx, 'check');
      // A queued start begins, or its refusal is recorded.
      const {
        holders: [holder],
      } = await readQueue(ctx);
      if (holder) await abortRun(ctx, { projectId: ctx.projectId, ...holder }, 'over');
      expect(await sweepQueues(ctx)).toEqual({ failed: 0 });
      expect((await readQueue(ctx)).queue.waiting).toEqual([]);
      checkRuns(await verbs.table());
      return paused;
    },
  }));
}
