import { firstInstantFrom, wallTimeAt } from '../../kernel/rules/time-zone.ts';
import type { NotificationKind } from './kinds.ts';

/** Most events of one e-mail. */
export const mostInEmail = 50;

/** A user's choice of e-mails and their times (rules MAIL-1 and MAIL-2). */
export interface EmailRules {
  kinds: NotificationKind[];
  /** IANA name of the zone whose clock the hours below are of. */
  timeZone: string;
  /** Nothing is sent from the one time of day until the other, each `HH:MM`. */
  quiet?: { from: string; to: string } | undefined;
  /** Everything is sent together at this time of day. */
  digestAt?: string | undefined;
}

const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;

const millisecondsOf = (timeOfDay: string): number => {
  const [hours, minutes] = timeOfDay.split(':').map(Number);
  return ((hours ?? 0) * 60 + (minutes ?? 0)) * MINUTE_MS;
};

/** The instant of a time of day, so many days after the one that the clock of a zone shows. */
function instantOf(timeOfDay: string, timeZone: string, now: Date, days: number): Date {
  const today = Math.floor(wallTimeAt(now.getTime(), timeZone) / DAY_MS);
  return new Date(firstInstantFrom((today + days) * DAY_MS + millisecondsOf(timeOfDay), timeZone));
}

/**
 * When the clock of a zone shows a time of day next. One that it leaves out counts as when it is put forward over it, one that
 * it shows twice as the first.
 */
export function nextTimeOfDay(timeOfDay: string, timeZone: string, now: Date): Date {
  const [today, tomorrow] = [0, 1].map((days) => instantOf(timeOfDay, timeZone, now, days));
  const next = today && today > now ? today : tomorrow;
  return next && next > now ? next : instantOf(timeOfDay, timeZone, now, 2);
}

/** Until when the hours are quiet at an instant; undefined where they are not. */
export function quietUntil({ quiet, timeZone }: Pick<EmailRules, 'quiet' | 'timeZone'>, now: Date): Date | undefined {
  if (!quiet) return undefined;
  for (const days of [-1, 0]) {
    const begin = instantOf(quiet.from, timeZone, now, days);
    const end = nextTimeOfDay(quiet.to, timeZone, begin);
    if (begin <= now && now < end) return end;
  }
  return undefined;
}

/** When a notification of this instant is e-mailed: a chosen digest time applies also in quiet hours. */
export const sendAt = (rules: EmailRules, now: Date): Date =>
  rules.digestAt === undefined ? (quietUntil(rules, now) ?? now) : nextTimeOfDay(rules.digestAt, rules.timeZone, now);
