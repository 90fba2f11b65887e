import { calendarDay, parseAsOf, wallClock } from '#shared/kernel/rules/calendar.ts';

/** The "as of" of a view as the URL holds it: absent is now, `newest` the chip's newest value, else a date or instant. */
export type AsOfChoice = 'now' | 'newest' | 'date';

/** Which choice a URL's text stands for. */
export const asOfChoice = (text: string | undefined): AsOfChoice =>
  text === undefined ? 'now' : text === 'newest' ? 'newest' : 'date';

/**
 * What the API is asked for: undefined is now. `newest` needs the chip's newest date and is now without one; a date is
 * the end of that day in the zone.
 */
export function asOfParameter(text: string | undefined, newestAt: string | null | undefined, timeZone: string) {
  if (text === undefined) return undefined;
  return text === 'newest' ? (newestAt ?? undefined) : (calendarDay(text, timeZone)?.end ?? text);
}

/** The date of a choice in the zone; empty if there is none. */
export function asOfDate(text: string | undefined, timeZone: string): string {
  const instant = asOfChoice(text) === 'date' ? asOfParameter(text, undefined, timeZone) : undefined;
  return instant === undefined ? '' : wallClock(instant, timeZone).slice(0, 10);
}

/** The day so many days from another one, each `YYYY-MM-DD`. */
export const dayBeside = (day: string, days: number): string =>
  new Date(Date.parse(day) + days * 86_400_000).toISOString().slice(0, 10);

/** A text of the URL that the API would take, else undefined, so that a broken link shows the present. */
export function validAsOf(text: unknown): string | undefined {
  if (typeof text !== 'string') return undefined;
  if (text === 'newest') return text;
  return parseAsOf(text) === undefined ? undefined : text;
}

/** A past time in the URL; an invalid one means the present. */
export const pastParam = (text: unknown): string | undefined => {
  const at = validAsOf(text);
  return asOfChoice(at) === 'date' ? at : undefined;
};
