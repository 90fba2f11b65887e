import type { ProjectContext } from '#shared/kernel/context.ts';
import type { FiringFacts, ScheduleRecord } from '#shared/schedules/store/schedules.ts';
import { type ScheduleWithNextRun, withNextRun } from '#shared/schedules/verbs/read-schedule.ts';

/** Whether a schedule fires again and again, or once. */
export const typeOf = ({ cron }: Pick<ScheduleRecord, 'cron'>): 'cron' | 'one-time' =>
  cron === undefined ? 'one-time' : 'cron';

export const presentFiring = (firing: FiringFacts) => ({
  scheduled_time: firing.scheduledTime,
  at: firing.at,
  outcome: firing.outcome,
  reason: firing.reason ?? null,
  message: firing.message,
  execution_id: firing.executionId ?? null,
});

export const presentSchedule = (schedule: ScheduleWithNextRun) => ({
  schedule_id: schedule.scheduleId,
  flow_name: schedule.flowName,
  schedule_type: typeOf(schedule),
  cron: schedule.cron ?? null,
  scheduled_time: schedule.scheduledTime ?? null,
  timezone: schedule.timeZone,
  next_run: schedule.nextRun ?? null,
  active: schedule.active,
  // What `JSON.stringify` made of a map that the schema had accepted.
  parameters: JSON.parse(schedule.parameters) as Record<string, unknown>,
  created_by: schedule.username,
  created_at: schedule.createdAt,
  updated_by: schedule.updatedBy,
  updated_at: schedule.updatedAt,
  last_firing: schedule.lastFiring ? presentFiring(schedule.lastFiring) : null,
});

export const presentNow = (ctx: ProjectContext, schedule: ScheduleRecord) =>
  presentSchedule(withNextRun(ctx, schedule));

/** A page of QDash's lists, which count in `offset`. */
export function presentSchedules(
  schedules: readonly ScheduleWithNextRun[],
  { limit, offset }: { limit: number; offset: number },
) {
  return {
    schedules: schedules.slice(offset, offset + limit).map(presentSchedule),
    total: schedules.length,
    skip: offset,
    offset,
    limit,
    next_cursor: null,
  };
}
