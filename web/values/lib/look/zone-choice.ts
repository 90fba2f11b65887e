import { useSyncExternalStore } from 'react';
import { storedValue } from '../../../ui/lib/browser/stored-value.ts';

/** In which zone times are shown: that of the service, the person's own, or UTC. */
export const zoneChoices = ['service', 'own', 'utc'] as const;
export type ZoneChoice = (typeof zoneChoices)[number];

const stored = storedValue('fiducial.time-zone');
const current = (): ZoneChoice => zoneChoices.find((choice) => choice === stored.get()) ?? zoneChoices[0];

/** Chooses the zone of all pages, and remembers it. */
export const setZoneChoice = (choice: ZoneChoice): void => stored.set(choice === zoneChoices[0] ? undefined : choice);

/** The chosen zone, re-rendering when it changes. */
export const useZoneChoice = (): ZoneChoice => useSyncExternalStore(stored.subscribe, current);

/** The zone of this browser. */
export const ownTimeZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone;

/** The zone that a choice means. */
export const zoneOf = (choice: ZoneChoice, serviceZone: string): string =>
  ({ service: serviceZone, own: ownTimeZone(), utc: 'UTC' })[choice];
