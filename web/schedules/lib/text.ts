import type { Schedule } from '../../ui/lib/api/wire.ts';
import { formatPlanned } from '../../ui/lib/format/time.ts';
import { cronWords } from './cron-words.ts';

type Timed = Pick<Schedule, 'active' | 'next_run' | 'schedule_type' | 'cron' | 'scheduled_time' | 'timezone'>;

/** When a schedule fires: its expression in words if possible, or its one time in its own zone. */
export const scheduleTimeText = ({ cron, scheduled_time, timezone }: Timed): string => {
  if (cron !== null) return cronWords(cron) ?? cron;
  return scheduled_time === null ? '–' : `once, ${formatPlanned(scheduled_time, timezone)}`;
};

/** A planned time on the clock of the pages, and on that of its schedule. */
interface TimeInZones {
  here: string;
  /** Undefined where both clocks show the same. */
  there: string | undefined;
}

/**
 * What the clocks of the reader and of a schedule's zone show at an instant: `tomorrow 14:30` and `tomorrow 06:30 in Europe/Berlin`.
 * @param now milliseconds since the epoch
 */
export function timeInZones(instant: string, timeZone: string, ownZone: string, now: number): TimeInZones {
  const [there, here] = [timeZone, ownZone].map((zone) => formatPlanned(instant, zone, now));
  return { here: here ?? '', there: there === here ? undefined : `${there} in ${timeZone}` };
}

/** What a schedule is called where it is asked about: `Every day at 06:00 (Europe/Berlin) of morning`. */
export const scheduleName = (schedule: Timed & Pick<Schedule, 'flow_name'>): string =>
  `${scheduleTimeText(schedule)} (${schedule.timezone}) of ${schedule.flow_name}`;
