import { useMemo, useSyncExternalStore } from 'react';
import { type MapColours, mapColours, type RampName, rampNames } from '../../../chips/lib/map/ramps.ts';
import { storedValue } from '../../../ui/lib/browser/stored-value.ts';
import { useIsDark } from './is-dark.ts';

const stored = storedValue('fiducial.map-colours');
const current = (): RampName => rampNames.find((name) => name === stored.get()) ?? rampNames[0];

/** Chooses the colours of maps, and remembers them. */
export const setRamp = (name: RampName): void => stored.set(name === rampNames[0] ? undefined : name);

/** The chosen colours of maps by name, re-rendering when they change. */
export const useRamp = (): RampName => useSyncExternalStore(stored.subscribe, current);

/** The colours of maps in the theme of the page. */
export function useMapColours(): MapColours {
  const [name, isDark] = [useRamp(), useIsDark()];
  return useMemo(() => mapColours(name, isDark), [name, isDark]);
}
