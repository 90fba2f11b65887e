import { wallClock, writeDay } from '#shared/kernel/rules/calendar.ts';
import { formatFixed } from '#shared/values/rules/cell/quantity.ts';

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
 * An instant on the clock of a zone with the zone's name: `27 Feb 2025 05:26:08 GMT+9`.
 * @param instant ISO 8601
 */
export function formatInstant(instant: string, timeZone: string): string {
  const [day = '', clock = ''] = wallClock(instant, timeZone).split('T');
  return `${writeDay(day)} ${clock} ${zoneName(instant, timeZone)}`;
}

/**
 * An instant in words at the clock of a zone: `06:30`, `yesterday 06:30`, `tomorrow 06:30`, `12 Nov 06:30`, in another
 * year `12 Nov 2025`.
 * @param instant ISO 8601
 * @param now milliseconds since the epoch
 */
export function formatMoment(instant: string, timeZone: string, now: number): string {
  const [day = '', clock = ''] = wallClock(instant, timeZone).split('T');
  const name = dayName(day, timeZone, now);
  const isOfYear = day.slice(0, 4) === today(timeZone, now).slice(0, 4);
  if (name === undefined && !isOfYear) return writeDay(day);
  const time = clock.slice(0, 5);
  return name === 'today' ? time : `${name ?? writeDay(day, false)} ${time}`;
}

/**
 * A time that is planned, which has its clock in any year: `tomorrow 02:00`, `12 Nov 06:30`, `2 Jan 2099 03:04`. Without `now` its
 * date is always said in full.
 * @param now milliseconds since the epoch
 */
export function formatPlanned(instant: string, timeZone: string, now?: number): string {
  const [day = '', clock = ''] = wallClock(instant, timeZone).split('T');
  const isOfYear = now !== undefined && today(timeZone, now).slice(0, 4) === day.slice(0, 4);
  return isOfYear ? formatMoment(instant, timeZone, now) : `${writeDay(day)} ${clock.slice(0, 5)}`;
}

/** The calendar date of an instant in a zone as fields, addresses and files have it: `2025-02-27`. */
export const formatDate = (instant: string, timeZone: string): string => wallClock(instant, timeZone).slice(0, 10);

/** The date of the moment in a zone: `2025-02-27`. */
const today = (timeZone: string, now: number): string => formatDate(new Date(now).toISOString(), timeZone);

/**
 * A day as people read it: `12 Nov`, of another year than now `12 Nov 2025`.
 * @param day `YYYY-MM-DD`
 * @param now milliseconds since the epoch
 */
export const formatDay = (day: string, timeZone: string, now: number): string =>
  writeDay(day, day.slice(0, 4) !== today(timeZone, now).slice(0, 4));

/** The day of an instant in a zone, as `formatDay` writes it. */
export const formatDayAt = (instant: string, timeZone: string, now: number): string =>
  formatDay(formatDate(instant, timeZone), timeZone, now);

/** A day as the heading of what happened on it: `Today`, `Yesterday`, `12 Nov`. */
export function headDay(day: string, timeZone: string, now: number): string {
  const name = dayName(day, timeZone, now);
  return name === undefined ? formatDay(day, timeZone, now) : `${name.charAt(0).toUpperCase()}${name.slice(1)}`;
}

/** The days next to today have names. */
function dayName(day: string, timeZone: string, now: number): string | undefined {
  const ahead = (Date.parse(day) - Date.parse(today(timeZone, now))) / dayMilliseconds;
  return { '-1': 'yesterday', '0': 'today', '1': 'tomorrow' }[ahead];
}

/**
 * An instant on an axis over a span, as exact as keeps a few ticks apart: `27 Feb`, within three days `27 Feb 05:26`,
 * within six minutes `05:26:08`.
 * @param milliseconds the span; 0 is one instant alone
 * @param now milliseconds since the epoch; a day of another year has it
 */
export function formatTick(instant: string, timeZone: string, milliseconds: number, now: number): string {
  const [day = '', clock = ''] = wallClock(instant, timeZone).split('T');
  const date = formatDay(day, timeZone, now);
  if (milliseconds === 0 || milliseconds >= 3 * dayMilliseconds) return date;
  return milliseconds >= 6000 * minute ? `${date} ${clock.slice(0, 5)}` : clock;
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
