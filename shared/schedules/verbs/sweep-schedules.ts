import { type Context, nowOf } from '../../kernel/context.ts';
import { sweepSeconds } from '../../kernel/rules/sweep-seconds.ts';
import { listPending, type PendingRow } from '../../kernel/store/system/system.ts';
import { forEachInTime, untilOf } from '../../kernel/verbs/for-each-in-time.ts';
import type { Orchestrated } from '../../runs/verbs/lock/reconcile.ts';
import { missedFiring } from '../rules/schedule.ts';
import { getSchedule, type ScheduleRecord } from '../store/schedules.ts';
import { fireSchedule } from './fire-schedule.ts';
import { type Scheduling, syncSchedule } from './sync-schedule.ts';

type Ctx = Scheduling<Orchestrated<Context>>;

/** Schedules that are sent concurrently. */
const concurrency = 8;

/** What a sweep over the schedules did. */
export interface ScheduleSweep {
  /** Schedules that the scheduler has been told of. */
  synced: number;
  failed: number;
}

/**
 * Tells the scheduler of the schedules that it missed because of a crash or a fault, and carries out their missed
 * firings. Repeatable, and may run concurrently with itself; while there is time.
 * @param rows of the list of pending work; all that are due by default.
 */
export async function sweepSchedules(
  ctx: Ctx,
  until = untilOf(ctx, sweepSeconds.schedules),
  rows?: readonly PendingRow[],
): Promise<ScheduleSweep> {
  const result: ScheduleSweep = { synced: 0, failed: 0 };
  const pending = rows ?? (await listPending(ctx.db, nowOf(ctx)));
  const schedules = pending.filter(({ entity }) => entity === 'schedule');
  await forEachInTime(ctx, schedules, { until, width: concurrency }, async ({ slim }) => {
    const ref = { projectId: String(slim.projectId), scheduleId: String(slim.scheduleId) };
    try {
      await fireMissed(ctx, ref);
      await syncSchedule(ctx, ref);
      result.synced += 1;
    } catch (error) {
      // One schedule that the scheduler refuses must not keep the others from it.
      result.failed += 1;
      ctx.log.error('schedule not settled', { ...ref, reason: String(error) });
    }
  });
  return result;
}

/** The newest alone, as at the start of one machine; where it comes too late, that is recorded. */
async function fireMissed(ctx: Ctx, ref: Pick<ScheduleRecord, 'projectId' | 'scheduleId'>): Promise<void> {
  const schedule = await getSchedule(ctx.db, ref.projectId, ref.scheduleId);
  const scheduledTime = schedule && missedFiring(schedule, nowOf(ctx));
  if (scheduledTime !== undefined) await fireSchedule(ctx, { ...ref, scheduledTime });
}
