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

/**
 * Presses the button of the page that has this key (`aria-keyshortcuts`): of several, the last visible one, since the
 * bar for ticked targets is below what it acts on. A disabled button gets the focus instead, so that its reason is read
 * out.
 * @returns whether there is one
 */
export function pressButton(key: string): boolean {
  const named = document.querySelectorAll<HTMLElement>(`main [aria-keyshortcuts="${key}"]`);
  const button = [...named].findLast((one) => one.checkVisibility());
  if (button?.ariaDisabled === 'true') button.focus();
  else button?.click();
  return button !== undefined;
}

/** Keys that lead to a place, by the place. */
export const placeKeys = { overview: 'g o', dashboard: 'g d', runs: 'g r', notes: 'g n', flows: 'g f' } as const;

/** Keys that press the button of that act, on the pages that have it. */
export const actionKeys = { measure: 'm', exclude: 'e', note: 'n', compare: 'c' } as const;

/** The key that presses the button of the focused row to mark it as done. */
export const doneKey = 'd';
