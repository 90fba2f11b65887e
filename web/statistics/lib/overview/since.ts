import { parseInstant, parseWallClock, wallClock } from '#shared/kernel/rules/calendar.ts';

/** Since when a chip is looked over: a word for a morning, or an instant. */

const days = { yesterday: 1, week: 7, month: 30 } as const;

export type SincePreset = keyof typeof days;

const isPreset = (text: string): text is SincePreset => Object.hasOwn(days, text);

/** Reads the start in an address; anything else is dropped. */
export function sinceParam(raw: unknown): string | undefined {
  if (typeof raw !== 'string') return undefined;
  return isPreset(raw) ? raw : parseInstant(raw);
}

/** A beginning that lies before the end, else yesterday's morning. */
export const sinceBefore = (since: string, asOf: string | undefined): string =>
  asOf === undefined || isPreset(since) || since < asOf ? since : 'yesterday';

/** The instant that is meant: seven in the morning so many days ago, on the clock of the zone. */
export function sinceInstant(since: string, now: number, timeZone: string): string {
  if (!isPreset(since)) return since;
  const then = new Date(now - days[since] * 86_400_000).toISOString();
  return parseWallClock(`${wallClock(then, timeZone).slice(0, 10)}T07:00`, timeZone) ?? then;
}
