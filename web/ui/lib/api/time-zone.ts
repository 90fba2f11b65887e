import { createContext, useContext } from 'react';

/** The zones of the pages. */
export interface Zones {
  /** In which every time is shown and typed: the person's choice. */
  shown: string;
  /** Whose days the service keeps (rule TIME-3). */
  calendar: string;
}

/** The shell draws a page when they are known (rule SHOW-10). */
export const TimeZones = createContext<Zones | undefined>(undefined);

/**
 * The zone in which times are shown and typed.
 * @throws Error outside the shell, where no zone is known.
 */
export const useTimeZone = (): string => useZones().shown;

/** The zone of the service's calendar: for days by their date, which the service has written under it. */
export const useCalendarZone = (): string => useZones().calendar;

function useZones(): Zones {
  const zones = useContext(TimeZones);
  if (zones === undefined) throw new Error('a time is drawn before its zone is known');
  return zones;
}
