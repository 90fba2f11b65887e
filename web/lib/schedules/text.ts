import type { Schedule } from '../api/wire.ts';
import { formatInstant } from '../format/time.ts';
import { cronWords } from './cron-words.ts';

/** How a schedule stands: `done` is one that will not fire again by itself. */
type ScheduleState = 'active' | 'paused' | 'done';

type Timed = Pick<Schedule, 'active' | 'next_run' | 'schedule_type' | 'cron' | 'scheduled_time' | 'timezone'>;

/** How a schedule stands; one for a single time is done once it has fired, whatever became of it. */
export const stateOf = (schedule: Pick<Schedule, 'active' | 'next_run' | 'schedule_type' | 'last_firing'>) => {
  const { active, next_run: next, schedule_type: type, last_firing: last } = schedule;
  const state: ScheduleState = next !== null ? 'active' : active || (type === 'one-time' && last) ? 'done' : 'paused';
  return state;
};

/** When a schedule fires: its expression in words where there are some, or its one time in its own zone. */
export const scheduleTimeText = ({ cron, scheduled_time, timezone }: Timed): string => {
  if (cron !== null) return cronWords(cron) ?? cron;
  return scheduled_time === null ? '–' : `once, ${formatInstant(scheduled_time, timezone)}`;
};

/** An instant in a schedule's zone, and in that of the pages where that shows another time. */
export interface TimeInZones {
  there: string;
  /** Undefined where both clocks show the same. */
  here: string | undefined;
}

/** What the clocks of a schedule's zone and of the reader show at an instant. */
export function timeInZones(instant: string, timeZone: string, ownZone: string): TimeInZones {
  const [there, here] = [timeZone, ownZone].map((zone) => formatInstant(instant, zone).replace(/:00(?= )/, ''));
  const clockOf = (text: string | undefined) => text?.split(' ').slice(0, 2).join(' ');
  return { there: there ?? '', here: clockOf(there) === clockOf(here) ? undefined : here };
}

/** What a schedule is called where it is asked about: `Every day at 06:00 (Europe/Berlin) of morning`. */
export const scheduleName = (schedule: Timed & Pick<Schedule, 'flow_name'>): string =>
  `${scheduleTimeText(schedule)}${schedule.schedule_type === 'cron' ? ` (${schedule.timezone})` : ''} of ${schedule.flow_name}`;
