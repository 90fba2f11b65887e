import { useSyncExternalStore } from 'react';
import { currentProject } from '../api/session.ts';
import { storedValue } from '../browser/stored-value.ts';

const stored = storedValue('fiducial.chip');

/** The chip that was looked at last, of the current project alone: its page is the project's home. */
export const lastChip = {
  get(): string | undefined {
    const [projectId, chipId] = read(stored.get());
    return projectId !== undefined && projectId === currentProject.get() ? chipId : undefined;
  },
  set(chipId: string | undefined): void {
    stored.set(chipId === undefined ? undefined : JSON.stringify([currentProject.get(), chipId]));
  },
};

/** The chip that was looked at last, re-rendering when it changes. */
export const useLastChip = (): string | undefined => useSyncExternalStore(stored.subscribe, lastChip.get);

function read(text: string | undefined): (string | undefined)[] {
  if (text === undefined) return [];
  try {
    const parts: unknown = JSON.parse(text);
    return Array.isArray(parts) && parts.every((part) => typeof part === 'string') ? parts : [];
  } catch {
    return [];
  }
}
