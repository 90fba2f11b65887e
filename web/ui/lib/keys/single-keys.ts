import { useSyncExternalStore } from 'react';
import { storedValue } from '../browser/stored-value.ts';

const stored = storedValue('fiducial.single-keys');

/** Whether keys without Ctrl or Cmd act in this browser; they can be turned off (WCAG 2.1.4). */
export const singleKeys = {
  areOn: (): boolean => stored.get() !== 'off',
  set: (on: boolean): void => stored.set(on ? undefined : 'off'),
};

/** Whether keys without Ctrl or Cmd act, re-rendering when that changes. */
export const useSingleKeys = (): boolean => useSyncExternalStore(stored.subscribe, singleKeys.areOn);
