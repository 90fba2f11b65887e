import { monthTitle } from '#shared/kernel/rules/calendar.ts';

/** A month as a calendar draws it. */
export interface CalendarMonth {
  /** `November 2026`. */
  title: string;
  days: { day: string; isGiven: boolean }[];
  /** The column of its first day, counted from Monday as 1. */
  column: number;
}

const dayMilliseconds = 86_400_000;

/**
 * Days by month, the newest month first, each with the days between them that are not given.
 * @param given `YYYY-MM-DD`, the newest first
 */
export function calendarMonths(given: readonly string[]): CalendarMonth[] {
  const known = new Set(given);
  return [...Map.groupBy(given, (day) => day.slice(0, 7)).values()].map((own) => {
    const [last = '', first = last] = [own[0], own.at(-1)];
    const count = (Date.parse(last) - Date.parse(first)) / dayMilliseconds + 1;
    const days = Array.from({ length: count }, (_, index) =>
      new Date(Date.parse(first) + index * dayMilliseconds).toISOString().slice(0, 10),
    );
    return {
      title: monthTitle(first),
      days: days.map((day) => ({ day, isGiven: known.has(day) })),
      column: ((new Date(first).getUTCDay() + 6) % 7) + 1,
    };
  });
}
