/** All wall-clock texts of the application: one zone, one form (design 12, row "Calendar zone"). */

const minute = 60;
const hour = 60 * minute;
const day = 24 * hour;
const month = 30.4375 * day;
const year = 365.25 * day;

/**
 * An age or span in words: `<1 min`, `42 min`, `5 h 10 min`, `3 d 4 h`, `45 d`, `9 months`, `3.2 years`.
 * @param seconds not negative; a small negative difference between clocks counts as 0
 */
export function formatAge(seconds: number): string {
  const span = Math.max(0, seconds);
  if (span < minute) return '<1 min';
  if (span < hour) return `${Math.floor(span / minute)} min`;
  if (span < day) return pair(span, hour, 'h', minute, 'min');
  if (span < 14 * day) return pair(span, day, 'd', hour, 'h');
  if (span < 2 * month) return `${Math.floor(span / day)} d`;
  if (span < 2 * year) return `${Math.floor(span / month)} months`;
  return `${(span / year).toFixed(1)} years`;
}

function pair(span: number, large: number, largeName: string, small: number, smallName: string): string {
  const whole = Math.floor(span / large);
  const rest = Math.floor((span % large) / small);
  return rest === 0 ? `${whole} ${largeName}` : `${whole} ${largeName} ${rest} ${smallName}`;
}

/** A duration in seconds as run tables show it: `0.8 s`, `42 s`, `3 min 5 s`, `2 h 4 min`. */
export function formatDuration(seconds: number): string {
  if (seconds < 10) return `${seconds.toFixed(1)} s`;
  if (seconds < minute) return `${Math.round(seconds)} s`;
  if (seconds < hour) return pair(Math.round(seconds), minute, 'min', 1, 's');
  return formatAge(seconds);
}

/** A freshness policy: `24 h`, `7 d`, `90 min`. Up to two days in hours, since policies are spoken of that way. */
export function formatPolicy(seconds: number): string {
  if (seconds % hour !== 0) return formatAge(seconds);
  return seconds <= 2 * day || seconds % day !== 0 ? `${seconds / hour} h` : `${seconds / day} d`;
}

/**
 * An instant in the calendar zone with the zone's name: `2025-02-27 05:26:08 GMT+9`.
 * @param instant ISO 8601
 * @param timeZone IANA name
 */
export function formatInstant(instant: string, timeZone: string): string {
  const parts = partsOf(instant, timeZone);
  return `${parts.year}-${parts.month}-${parts.day} ${parts.hour}:${parts.minute}:${parts.second} ${parts.timeZoneName}`;
}

/** The calendar date of an instant in a zone: `2025-02-27`. */
export function formatDate(instant: string, timeZone: string): string {
  const parts = partsOf(instant, timeZone);
  return `${parts.year}-${parts.month}-${parts.day}`;
}

/**
 * An instant on an axis over a span, as exact as keeps a few ticks apart: `2025-02-27`, within three days `02-27 05:26`,
 * within six minutes `05:26:08`.
 * @param milliseconds the span; 0 is one instant alone
 */
export function formatTick(instant: string, timeZone: string, milliseconds: number): string {
  if (milliseconds === 0 || milliseconds >= 3000 * day) return formatDate(instant, timeZone);
  const parts = partsOf(instant, timeZone);
  const clock = `${parts.hour}:${parts.minute}`;
  return milliseconds >= 6000 * minute ? `${parts.month}-${parts.day} ${clock}` : `${clock}:${parts.second}`;
}

const formats = new Map<string, Intl.DateTimeFormat>();

function partsOf(instant: string, timeZone: string): Record<string, string> {
  let format = formats.get(timeZone);
  if (!format) {
    format = new Intl.DateTimeFormat('en-CA', {
      timeZone,
      hourCycle: 'h23',
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
      second: '2-digit',
      timeZoneName: 'short',
    });
    formats.set(timeZone, format);
  }
  return Object.fromEntries(format.formatToParts(new Date(instant)).map((part) => [part.type, part.value]));
}

/**
 * The instant of a wall-clock time in a zone: what `<input type="datetime-local">` holds, as ISO 8601 UTC.
 * A time that the zone skips moves forward; of one that it repeats, the first is taken.
 */
export function instantOfWallClock(local: string, timeZone: string): string | undefined {
  const asUtc = Date.parse(`${local}Z`);
  if (Number.isNaN(asUtc)) return undefined;
  // The offset is looked up twice: the first guess may lie on the other side of a change of the clocks.
  const first = asUtc - offsetMilliseconds(asUtc, timeZone);
  return new Date(asUtc - offsetMilliseconds(first, timeZone)).toISOString();
}

/** The wall-clock form of an instant for `<input type="datetime-local">`, to the second. */
export function wallClockOf(instant: string, timeZone: string): string {
  const parts = partsOf(instant, timeZone);
  return `${parts.year}-${parts.month}-${parts.day}T${parts.hour}:${parts.minute}:${parts.second}`;
}

const offsetMilliseconds = (time: number, timeZone: string): number => {
  const whole = Math.floor(time / 1000) * 1000;
  return Date.parse(`${wallClockOf(new Date(whole).toISOString(), timeZone)}Z`) - whole;
};
