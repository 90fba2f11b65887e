/**
 * Clocks of time zones: the only place that relates instants and wall times (rules TIME-5 and TIME-7). A wall time is
 * what the clock of a zone shows, as milliseconds that UTC would show so: it becomes an instant only with a zone.
 */

/** Longest name of a zone. */
export const TIME_ZONE_MAX_LENGTH = 64;

const DAY_MS = 86_400_000;

// Making a formatter costs far more than using it, and a service knows few zones.
const formatters = new Map<string, Intl.DateTimeFormat>();

/**
 * The IANA name of a time zone in its official case, if the text differs from it only in case; undefined for an unknown
 * zone. A bare offset such as `+09:00` is not a zone: a scheduler cannot derive daylight-saving time from it.
 */
export function timeZoneOf(text: string): string | undefined {
  if (!/^[a-z]/i.test(text) || text.length > TIME_ZONE_MAX_LENGTH) return undefined;
  try {
    const { timeZone } = new Intl.DateTimeFormat('en-US', { timeZone: text }).resolvedOptions();
    // An alias keeps its name: a user who wrote Asia/Kolkata does not look for Asia/Calcutta.
    return timeZone.toLowerCase() === text.toLowerCase() ? timeZone : text;
  } catch {
    return undefined;
  }
}

/** The second that was formatted last: the instants of a batch of results are close to each other. */
let last = { second: Number.NaN, timeZone: '', wall: 0 };

/** The wall time of a zone at an instant, both in milliseconds. @throws RangeError for an unknown zone. */
export function wallTimeAt(instantMs: number, timeZone: string): number {
  const second = Math.floor(instantMs / 1000) * 1000;
  if (last.second !== second || last.timeZone !== timeZone)
    last = { second, timeZone, wall: wallTimeOfSecond(second, timeZone) };
  return last.wall + (instantMs - second);
}

function wallTimeOfSecond(second: number, timeZone: string): number {
  const parts = new Map(
    formatterOf(timeZone)
      .formatToParts(second)
      .map(({ type, value }) => [type, Number(value)]),
  );
  const part = (type: Intl.DateTimeFormatPartTypes) => parts.get(type) ?? 0;
  return Date.UTC(part('year'), part('month') - 1, part('day'), part('hour'), part('minute'), part('second'));
}

/**
 * The first instant at which the clock of a zone shows a wall time; undefined where it never does, because the clock was
 * put forward over it. One that it shows twice, because the clock was put back, counts where it comes first.
 */
export function firstInstantOf(wallMs: number, timeZone: string): number | undefined {
  const found = candidatesOf(wallMs, timeZone).filter((instant) => wallTimeAt(instant, timeZone) === wallMs);
  return found.length > 0 ? Math.min(...found) : undefined;
}

/** As `firstInstantOf`; for a wall time that the clock leaves out, the instant at which it is put forward over it. */
export function firstInstantFrom(wallMs: number, timeZone: string): number {
  const shown = firstInstantOf(wallMs, timeZone);
  if (shown !== undefined) return shown;
  // Under the offset after the change it would have been too early, under the one before it is too late.
  const candidates = candidatesOf(wallMs, timeZone);
  let [early, late] = [Math.min(...candidates), Math.max(...candidates)];
  while (late - early > 1) {
    const middle = Math.floor((early + late) / 2);
    if (wallTimeAt(middle, timeZone) < wallMs) early = middle;
    else late = middle;
  }
  return late;
}

/** The instants of a wall time under the offsets around it. No zone changes its clock twice within these two days. */
const candidatesOf = (wallMs: number, timeZone: string): number[] =>
  [wallMs - DAY_MS, wallMs + DAY_MS].map((near) => wallMs - (wallTimeAt(near, timeZone) - near));

function formatterOf(timeZone: string): Intl.DateTimeFormat {
  let formatter = formatters.get(timeZone);
  if (!formatter) {
    formatter = new Intl.DateTimeFormat('en-US', {
      timeZone,
      calendar: 'gregory',
      numberingSystem: 'latn',
      hourCycle: 'h23',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
    });
    formatters.set(timeZone, formatter);
  }
  return formatter;
}
