/** Months are those of UTC, as `YYYYMM`. */

const indexOf = (month: string): number => Number(month.slice(0, 4)) * 12 + Number(month.slice(4)) - 1;

const monthAt = (index: number): string => `${Math.floor(index / 12)}${String((index % 12) + 1).padStart(2, '0')}`;

/** The month of an instant. */
const monthOf = (instant: string): string => instant.slice(0, 7).replace('-', '');

/** The first instant of a month. */
export const startOfMonth = (month: string): string => `${month.slice(0, 4)}-${month.slice(4)}-01T00:00:00.000Z`;

export const monthAfter = (month: string): string => monthAt(indexOf(month) + 1);

/** Whether an instant is in a month. */
export const isInMonth = (instant: string, month: string): boolean => monthOf(instant) === month;

/**
 * The months whose results leave the table, the oldest first: from that of the oldest result on, but for the present month
 * and so many whole months before it.
 */
export function monthsDue(oldest: string, now: string, keptMonths: number): string[] {
  const first = indexOf(monthOf(oldest));
  const kept = indexOf(monthOf(now)) - keptMonths;
  return Array.from({ length: Math.max(0, kept - first) }, (_, n) => monthAt(first + n));
}
