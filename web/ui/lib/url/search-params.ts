import { calendarDay } from '#shared/kernel/rules/calendar.ts';

/** Search parameters as plain texts: an id such as `007` is kept unchanged, and links stay short. */

/** Reads a query string; of a repeated parameter the last value counts. */
export const parseSearch = (text: string): Record<string, string> => Object.fromEntries(new URLSearchParams(text));

/** Writes a query string with its `?`; absent and empty values are left out. */
export function stringifySearch(search: Record<string, unknown>): string {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(search)) {
    if (value !== undefined && value !== null && value !== '') parameters.set(name, String(value));
  }
  const text = parameters.toString();
  return text ? `?${text}` : '';
}

/** A text parameter, absent when empty. */
export const textParam = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' ? value : undefined;

/** A page number from 1, absent for the first. */
export function pageParam(value: unknown): number | undefined {
  const page = Number(value);
  return Number.isInteger(page) && page > 1 ? page : undefined;
}

/** One of the given words, else absent. */
export const choiceParam = <T extends string>(value: unknown, choices: readonly T[]): T | undefined =>
  choices.find((choice) => choice === value);

/** A calendar date `YYYY-MM-DD`; absent if it is not valid. */
export const dateParam = (value: unknown): string | undefined =>
  typeof value === 'string' && calendarDay(value, 'UTC') !== undefined ? value : undefined;

/** A whole number from 1 to the largest; absent if it is not valid. */
export function countParam(value: unknown, largest: number = Number.MAX_SAFE_INTEGER): number | undefined {
  const count = Number(value);
  return Number.isSafeInteger(count) && count >= 1 && count <= largest ? count : undefined;
}

/** An instant in ISO 8601; absent if it is not valid. */
export const instantParam = (value: unknown): string | undefined =>
  typeof value === 'string' && !Number.isNaN(Date.parse(value)) ? value : undefined;
