import { firstInstantFrom, firstInstantOf, wallTimeAt } from './time-zone.ts';

/**
 * The instant of an edit. Clocks of two functions may differ: it is always later than the one that it replaces (rules
 * NOTE-16 and THREAD-3).
 */
export const laterThan = (before: string | undefined, now: string): string =>
  before === undefined || before < now ? now : new Date(Date.parse(before) + 1).toISOString();

/** A duration as QDash's clients read it: `H:MM:SS`, hours not padded, fractions of a second cut (rule TIME-6). */
export function elapsedText(seconds: number): string {
  const whole = Math.floor(seconds);
  const two = (n: number) => String(n).padStart(2, '0');
  return `${Math.floor(whole / 3600)}:${two(Math.floor(whole / 60) % 60)}:${two(whole % 60)}`;
}

const DATE = String.raw`(\d{4})-(\d{2})-(\d{2})`;
const TIME = String.raw`(\d{2}):(\d{2})(?::(\d{2})(?:[.,](\d{1,9}))?)?`;
const OFFSET = String.raw`(Z|[+-]\d{2}(?::?\d{2})?)`;
const DATE_ONLY = new RegExp(`^${DATE}$`);
const DATE_TIME = new RegExp(`^${DATE}[T ]${TIME}${OFFSET}?$`, 'i');

const FIRST_INSTANT_MS = Date.UTC(1970, 0, 1);
export const LAST_INSTANT_MS = Date.UTC(9999, 11, 31, 23, 59, 59, 999);
const DAY_MS = 86_400_000;

/**
 * The calendar date of an instant in a time zone, as `YYYYMMDD` (rule TIME-3). `instantIso` is any text `parseInstant`
 * reads, `timeZone` an IANA name. Throws RangeError for an invalid instant and for an unknown zone.
 */
export function calendarDate(instantIso: string, timeZone: string): string {
  const instant = parseInstant(instantIso);
  if (instant === undefined) throw new RangeError(`'${instantIso}' is not an ISO 8601 instant`);
  const wall = new Date(wallTimeAt(Date.parse(instant), timeZone));
  const twoDigits = (part: number) => String(part).padStart(2, '0');
  return `${wall.getUTCFullYear()}${twoDigits(wall.getUTCMonth() + 1)}${twoDigits(wall.getUTCDate())}`;
}

const monthNames = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
];

/** A day (`YYYY-MM-DD`) as people write it: `12 Nov 2025`, and without its year `12 Nov`. */
export function writeDay(day: string, withYear = true): string {
  const [year, month, date] = day.split('-').map(Number);
  const ofYear = `${date} ${monthNames[(month ?? 0) - 1]?.slice(0, 3)}`;
  return withYear ? `${ofYear} ${year}` : ofYear;
}

/** The month of a day (`YYYY-MM-DD`) in full: `November 2025`. */
export const monthTitle = (day: string): string => `${monthNames[Number(day.slice(5, 7)) - 1]} ${day.slice(0, 4)}`;

/** What the clock of a zone shows at an instant, to the second: `2025-02-27T05:26:08`. */
export const wallClock = (instantIso: string, timeZone: string): string =>
  new Date(wallTimeAt(Date.parse(instantIso), timeZone)).toISOString().slice(0, 19);

/**
 * The instant of a wall time of a zone, a text as `parseInstant` reads it but without an offset; undefined for any other
 * text. Of a time that the clock shows twice it is the first.
 * @throws RangeError for a time that the clock of the zone leaves out.
 */
export function parseWallClock(text: string, timeZone: string): string | undefined {
  const wall = hasOffset(text) ? undefined : parseInstant(text);
  if (wall === undefined) return undefined;
  const instant = firstInstantOf(Date.parse(wall), timeZone);
  if (instant === undefined)
    throw new RangeError(`'${text}' does not exist in ${timeZone}: the clocks go forward then`);
  return canonical(instant);
}

/** Whether a text is a time with an offset, so that it is an instant in any zone. */
export const hasOffset = (text: string): boolean => DATE_TIME.exec(text)?.[8] !== undefined;

/**
 * The first and the last millisecond of a calendar day (`YYYY-MM-DD`) in a zone; undefined for an invalid date. A day
 * without a midnight begins when the clock is put forward over it (rule TIME-7).
 */
export function calendarDay(date: string, timeZone: string): { start: string; end: string } | undefined {
  const wall = dayStart(date);
  if (wall === undefined) return undefined;
  const start = canonical(firstInstantFrom(wall, timeZone));
  const end = canonical(firstInstantFrom(wall + DAY_MS, timeZone) - 1);
  return start && end ? { start, end } : undefined;
}

/**
 * Reads ISO 8601: with an offset, without one (then UTC), or a date alone (the start of that UTC day).
 * Returns `YYYY-MM-DDTHH:mm:ss.sssZ`, fractions cut to milliseconds, or undefined for anything else: another
 * format, a date that does not exist, or an instant outside the years 1970 to 9999 UTC (rule TIME-2).
 */
export function parseInstant(text: string): string | undefined {
  const day = dayStart(text);
  return day === undefined ? dateTime(text) : canonical(day);
}

/** As `parseInstant`, but a date alone is the last millisecond of that UTC day: the end of what "as of" includes. */
export function parseAsOf(text: string): string | undefined {
  const day = dayStart(text);
  return day === undefined ? dateTime(text) : canonical(day + DAY_MS - 1);
}

function dayStart(text: string): number | undefined {
  const match = DATE_ONLY.exec(text);
  return match ? utcDay(Number(match[1]), Number(match[2]), Number(match[3])) : undefined;
}

function dateTime(text: string): string | undefined {
  const match = DATE_TIME.exec(text);
  if (!match) return undefined;
  const day = utcDay(Number(match[1]), Number(match[2]), Number(match[3]));
  const [hours, minutes, seconds] = [Number(match[4]), Number(match[5]), Number(match[6] ?? 0)];
  const offset = offsetMs(match[8]);
  if (day === undefined || offset === undefined || hours > 23 || minutes > 59 || seconds > 59) return undefined;
  const milliseconds = Number((match[7] ?? '').slice(0, 3).padEnd(3, '0'));
  return canonical(day + ((hours * 60 + minutes) * 60 + seconds) * 1000 + milliseconds - offset);
}

function utcDay(year: number, month: number, day: number): number | undefined {
  const date = new Date(0);
  date.setUTCFullYear(year, month - 1, day);
  // The 30th of February rolls over to March: a date that exists comes back unchanged.
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day ? date.getTime() : undefined;
}

function offsetMs(offset: string | undefined): number | undefined {
  if (offset === undefined || offset.toUpperCase() === 'Z') return 0;
  const digits = offset.slice(1).replace(':', '').padEnd(4, '0');
  const [hours, minutes] = [Number(digits.slice(0, 2)), Number(digits.slice(2))];
  if (hours > 23 || minutes > 59) return undefined;
  return (offset.startsWith('-') ? -1 : 1) * (hours * 60 + minutes) * 60_000;
}

function canonical(ms: number): string | undefined {
  return ms < FIRST_INSTANT_MS || ms > LAST_INSTANT_MS ? undefined : new Date(ms).toISOString();
}

/** Whether a text is the name of a zone in the IANA database. */
export function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}
