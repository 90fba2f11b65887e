import { formatDate } from '../format/time.ts';

/** Days that lists are often narrowed to: yesterday, a week and a month ago. */
export const recentDays = (timeZone: string): string[] =>
  [1, 7, 30].map((days) => formatDate(new Date(Date.now() - days * 86_400_000).toISOString(), timeZone));
