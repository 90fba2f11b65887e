import { useSyncExternalStore } from 'react';
import { storedValue } from '../browser/stored-value.ts';

/** The access token of the session; absent when signed out. */
export const token = storedValue('fiducial.token');

/** The project that requests are made in (`X-Project-Id`); absent until one is known. */
export const currentProject = storedValue('fiducial.project');

export function clearSession(): void {
  token.set(undefined);
  currentProject.set(undefined);
}

/** The project of the moment, re-rendering when it changes. */
export const useCurrentProject = (): string | undefined =>
  useSyncExternalStore(currentProject.subscribe, currentProject.get);
