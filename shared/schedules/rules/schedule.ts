import { hasOffset, parseInstant, parseWallClock } from '../../kernel/rules/calendar.ts';
import { firesAt, latestFiring, nextFirings } from './cron.ts';

/** When schedules are due (docs/design/domain.md#schedules). */

/** A firing that is delivered later than that is skipped and shown (rule SCHED-4). */
export const lateAfterSeconds = 300;

/** How long a firing that cannot be delivered is tried: one that comes late is recorded, and one that is given up is not. */
export const DELIVERED_WITHIN_SECONDS = 3600;

/** Most schedules of a project that are not done: all of them are read at once. */
export const SCHEDULE_LIMIT = 100;

/** When a schedule fires: by a cron expression in its zone, or once at an instant. */
export interface Timing {
  cron?: string | undefined;
  /** ISO 8601 UTC. */
  scheduledTime?: string | undefined;
  timeZone: string;
}

/** A schedule's timing with whether it counts, and from when on. */
export interface ScheduleState extends Timing {
  active: boolean;
  /** When it was made, resumed or given its timing: no firing before that counts. */
  since: string;
}

/** When it fires next after an instant; undefined when it is paused or done. */
export function nextRun(schedule: Timing & { active: boolean }, after: string): string | undefined {
  if (!schedule.active) return undefined;
  if (schedule.cron !== undefined) return nextFirings(schedule.cron, schedule.timeZone, after, 1)[0];
  return schedule.scheduledTime !== undefined && schedule.scheduledTime > after ? schedule.scheduledTime : undefined;
}

/**
 * Whether the present schedule fires at an instant: a delivery for an earlier version or a paused schedule does not
 * count.
 */
export function isDue(schedule: ScheduleState, scheduledTime: string): boolean {
  if (!schedule.active || scheduledTime < schedule.since) return false;
  return schedule.cron === undefined
    ? schedule.scheduledTime === scheduledTime
    : firesAt(schedule.cron, schedule.timeZone, scheduledTime);
}

/**
 * Whether a queued firing is still due. It needs no calendar: resuming a schedule or changing its time raises `since`.
 */
export const isStillDue = (
  { active, since }: Pick<ScheduleState, 'active' | 'since'>,
  scheduledTime: string,
): boolean => active && scheduledTime >= since;

/** The newest firing from an instant through another, both included; undefined for none. */
export function newestFiring(schedule: ScheduleState, from: string, through: string): string | undefined {
  if (!schedule.active) return undefined;
  const first = from > schedule.since ? from : schedule.since;
  if (schedule.cron !== undefined) return latestFiring(schedule.cron, schedule.timeZone, first, through);
  const { scheduledTime = '' } = schedule;
  return scheduledTime >= first && scheduledTime <= through ? scheduledTime : undefined;
}

/** The newest firing through an instant without an outcome yet; undefined for none. */
export function missedFiring(
  schedule: ScheduleState & { lastFiring?: { scheduledTime: string } | undefined },
  through: string,
): string | undefined {
  const { since, lastFiring } = schedule;
  const from = lastFiring && new Date(Date.parse(lastFiring.scheduledTime) + 1).toISOString();
  return newestFiring(schedule, from ?? since, through);
}

/**
 * The instant of a request, in whole seconds as the scheduler counts them: a time without an offset is local to the
 * zone. Undefined for an invalid time.
 * @throws RangeError for a time that the clock of the zone leaves out.
 */
export const readScheduledTime = (text: string, timeZone: string): string | undefined =>
  wholeSeconds(hasOffset(text) ? parseInstant(text) : parseWallClock(text, timeZone));

const wholeSeconds = (instant: string | undefined): string | undefined => instant && `${instant.slice(0, 19)}.000Z`;
