import type { ProjectContext } from '#shared/kernel/context.ts';
import { flowSchedule, scheduleFiring } from '#shared/schedules/contract/schemas/schedules.ts';
import type { FiringFacts, ScheduleRecord } from '#shared/schedules/store/schedules.ts';
import { type ScheduleWithNextRun, withNextRun } from '#shared/schedules/verbs/read-schedule.ts';
import { present } from '../http/present.ts';

/** Whether a schedule fires again and again, or once. */
export const typeOf = ({ cron }: Pick<ScheduleRecord, 'cron'>): 'cron' | 'one-time' =>
  cron === undefined ? 'one-time' : 'cron';

export const presentFiring = (firing: FiringFacts) => present(scheduleFiring, firing);

export const presentSchedule = (schedule: ScheduleWithNextRun) =>
  present(flowSchedule, schedule, {
    schedule_type: typeOf(schedule),
    timezone: schedule.timeZone,
    // What `JSON.stringify` made of a map that the schema had accepted.
    parameters: JSON.parse(schedule.parameters) as Record<string, unknown>,
    created_by: schedule.username,
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
