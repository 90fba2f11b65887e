import { calendarDate, calendarDay } from '../../kernel/rules/calendar.ts';

/** A day of a calendar that is over, with its first and its last millisecond. */
export interface EndedDay {
  /** `YYYY-MM-DD`. */
  date: string;
  start: string;
  end: string;
}

const DAY_MS = 86_400_000;

/** The last days of a zone that are over at an instant, oldest first. Days before 1970 are left out. */
export function endedDays(now: string, timeZone: string, count: number): EndedDay[] {
  const today = calendarDate(now, timeZone);
  const noon = Date.parse(`${today.slice(0, 4)}-${today.slice(4, 6)}-${today.slice(6)}T12:00:00.000Z`);
  return Array.from({ length: count }, (_, n) =>
    new Date(noon - (count - n) * DAY_MS).toISOString().slice(0, 10),
  ).flatMap((date) => {
    const day = calendarDay(date, timeZone);
    return day ? [{ date, ...day }] : [];
  });
}
