import { nowOf } from '../../context.ts';
import { listPending } from '../../store/system.ts';
import { type Scheduling, settleSchedule } from './settle-schedule.ts';

/** What a sweep over the schedules did. */
export interface ScheduleSweep {
  /** Schedules that the scheduler has been told of. */
  told: number;
  failed: number;
}

/** Tells the scheduler of the schedules that a crash or a fault kept from it. Repeatable, and side by side with itself. */
export async function sweepSchedules(ctx: Scheduling): Promise<ScheduleSweep> {
  const result: ScheduleSweep = { told: 0, failed: 0 };
  for (const { entity, slim } of await listPending(ctx.db, nowOf(ctx))) {
    if (entity !== 'schedule') continue;
    const ref = { projectId: String(slim.projectId), scheduleId: String(slim.scheduleId) };
    try {
      await settleSchedule(ctx, ref);
      result.told += 1;
    } catch (error) {
      // One schedule that the scheduler refuses must not keep the others from it.
      result.failed += 1;
      ctx.log.error('schedule not settled', { ...ref, reason: String(error) });
    }
  }
  return result;
}
