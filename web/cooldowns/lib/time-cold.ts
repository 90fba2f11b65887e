import { plural } from '../../ui/lib/format/words.ts';
import type { TimelineCooldown } from './cooldown-timeline.ts';

const dayMilliseconds = 86_400_000;

/** How long a span was, in days as a lab counts a cool-down: `132 days`, on the first `less than a day`. */
export function daysText(milliseconds: number): string {
  const days = Math.floor(milliseconds / dayMilliseconds);
  return days < 1 ? 'less than a day' : plural(days, 'day');
}

/** How long a cool-down was cold, or has been. */
export const timeCold = (
  { started_at, ended_at }: Pick<TimelineCooldown, 'started_at' | 'ended_at'>,
  now: number,
): string => daysText((ended_at === null ? now : Date.parse(ended_at)) - Date.parse(started_at));

/** Whether a cryostat is cold by its cool-downs, and since when: `cold for 31 days`, `warm for 60 days`, `never cold`. */
export function warmthText(cooldowns: readonly TimelineCooldown[], now: number): string {
  const ongoing = cooldowns.find(({ ended_at }) => ended_at === null);
  if (ongoing) return `cold for ${timeCold(ongoing, now)}`;
  const ends = cooldowns.flatMap(({ ended_at }) => (ended_at === null ? [] : [Date.parse(ended_at)]));
  if (ends.length === 0) return 'never cold';
  return `warm for ${daysText(now - Math.max(...ends))}`;
}
