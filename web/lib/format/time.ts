import { wallClock } from '#shared/domain/calendar.ts';
import { formatFixed } from '#shared/domain/metrics/cell/quantity.ts';
import { wallTimeAt } from '#shared/domain/time-zone.ts';

/** Times and durations as people read them. */

const minute = 60;
const hour = 60 * minute;
const day = 24 * hour;
const month = 30.4375 * day;
const year = 365.25 * day;
const dayMilliseconds = 1000 * day;

/**
 * An age or span in one unit, rounded down: `<1 min`, `42 min`, `5 h`, `3 d`, `9 mo`, `3.2 y`.
 * @param seconds not negative; a small negative difference between clocks counts as 0
 */
export function formatAge(seconds: number): string {
  const span = Math.max(0, seconds);
  if (span < minute) return '<1 min';
  if (span < hour) return `${Math.floor(span / minute)} min`;
  if (span < day) return `${Math.floor(span / hour)} h`;
  if (span < 2 * month) return `${Math.floor(span / day)} d`;
  if (span < 2 * year) return `${Math.floor(span / month)} mo`;
  return `${formatFixed(span / year, 1)} y`;
}

/** A duration as run tables show it: `<0.1 s`, `0.8 s`, `42 s`, `3 min 05 s`, `2 h 04 min`, and of days `3 d 04 h`. */
export function formatDuration(seconds: number): string {
  // Nothing takes no time at all.
  if (seconds > 0 && seconds < 0.05) return '<0.1 s';
  if (seconds < 9.95) return `${formatFixed(seconds, 1)} s`;
  const whole = Math.round(seconds);
  if (whole < minute) return `${whole} s`;
  if (whole < hour) return pair(whole, minute, 'min', 1, 's');
  return whole < day ? pair(whole, hour, 'h', minute, 'min') : pair(whole, day, 'd', hour, 'h');
}

function pair(span: number, large: number, largeName: string, small: number, smallName: string): string {
  const rest = Math.floor((span % large) / small);
  return `${Math.floor(span / large)} ${largeName} ${String(rest).padStart(2, '0')} ${smallName}`;
}

/** A freshness policy: `24 h`, `7 d`, `90 min`. Up to two days in hours, since policies are spoken of that way. */
export function formatPolicy(seconds: number): string {
  if (seconds % hour !== 0) return formatDuration(seconds);
  return seconds <= 2 * day || seconds % day !== 0 ? `${seconds / hour} h` : `${seconds / day} d`;
}

/**
 * An instant on the clock of a zone with the zone's name: `2025-02-27 05:26:08 GMT+9`.
 * @param instant ISO 8601
 */
export const formatInstant = (instant: string, timeZone: string): string =>
  `${wallClock(instant, timeZone).replace('T', ' ')} ${zoneName(instant, timeZone)}`;

const monthNames = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/**
 * An instant as somebody at the clock of a zone would say it: `06:30`, `yesterday 06:30`, `tomorrow 06:30`, `12 Nov 06:30`, of another
 * year `12 Nov 2025`.
 * @param instant ISO 8601
 * @param now milliseconds since the epoch
 */
export function formatMoment(instant: string, timeZone: string, now: number): string {
  const wall = wallTimeAt(Date.parse(instant), timeZone);
  const wallNow = wallTimeAt(now, timeZone);
  const clock = new Date(wall).toISOString().slice(11, 16);
  const daysAhead = Math.floor(wall / dayMilliseconds) - Math.floor(wallNow / dayMilliseconds);
  if (daysAhead === 0) return clock;
  if (daysAhead === -1) return `yesterday ${clock}`;
  if (daysAhead === 1) return `tomorrow ${clock}`;
  const [date, dateNow] = [new Date(wall), new Date(wallNow)];
  const dayOfYear = `${date.getUTCDate()} ${monthNames[date.getUTCMonth()]}`;
  const ofYear = date.getUTCFullYear();
  return ofYear === dateNow.getUTCFullYear() ? `${dayOfYear} ${clock}` : `${dayOfYear} ${ofYear}`;
}

/**
 * A time that is planned, which has its clock in any year: `tomorrow 02:00`, `12 Nov 06:30`, `2 Jan 2099 03:04`. Without `now` its
 * date is always said in full.
 * @param now milliseconds since the epoch
 */
export function formatPlanned(instant: string, timeZone: string, now?: number): string {
  const date = new Date(wallTimeAt(Date.parse(instant), timeZone));
  const isOfYear = now !== undefined && new Date(wallTimeAt(now, timeZone)).getUTCFullYear() === date.getUTCFullYear();
  if (isOfYear) return formatMoment(instant, timeZone, now);
  const clock = date.toISOString().slice(11, 16);
  return `${date.getUTCDate()} ${monthNames[date.getUTCMonth()]} ${date.getUTCFullYear()} ${clock}`;
}

/** The calendar date of an instant in a zone: `2025-02-27`. */
export const formatDate = (instant: string, timeZone: string): string => wallClock(instant, timeZone).slice(0, 10);

/**
 * An instant on an axis over a span, as exact as keeps a few ticks apart: `2025-02-27`, within three days `02-27 05:26`,
 * within six minutes `05:26:08`.
 * @param milliseconds the span; 0 is one instant alone
 */
export function formatTick(instant: string, timeZone: string, milliseconds: number): string {
  const [date = '', clock = ''] = wallClock(instant, timeZone).split('T');
  if (milliseconds === 0 || milliseconds >= 3000 * day) return date;
  return milliseconds >= 6000 * minute ? `${date.slice(5)} ${clock.slice(0, 5)}` : clock;
}

const zoneNames = new Map<string, Intl.DateTimeFormat>();

/** What the zone is called at an instant: `GMT+9`, `EST` and in summer `EDT`. */
function zoneName(instant: string, timeZone: string): string {
  let format = zoneNames.get(timeZone);
  if (!format) {
    format = new Intl.DateTimeFormat('en-CA', { timeZone, timeZoneName: 'short' });
    zoneNames.set(timeZone, format);
  }
  return format.formatToParts(Date.parse(instant)).find(({ type }) => type === 'timeZoneName')?.value ?? timeZone;
}
