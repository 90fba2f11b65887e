import { createContext, useContext } from 'react';

/**
 * The service's zone, in which every time is shown and typed. The shell draws a page when it is known (rule
 * SHOW-10).
 */
export const TimeZone = createContext<string | undefined>(undefined);

/** @throws Error outside the shell, where no zone is known. */
export function useTimeZone(): string {
  const timeZone = useContext(TimeZone);
  if (timeZone === undefined) throw new Error('a time is drawn before its zone is known');
  return timeZone;
}
