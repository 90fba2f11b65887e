import { useMemo, useSyncExternalStore } from 'react';
import { storedValue } from './stored-value.ts';

/** A project that was deleted here; the list of projects no longer shows it. */
export interface DeletedProject {
  id: string;
  name: string;
  /** ISO 8601. */
  at: string;
}

const stored = storedValue('fiducial.deleted-projects');
const keptMilliseconds = 30 * 86400 * 1000;

/** Reads the remembered list, without what can no longer be restored at `now` (milliseconds). */
export function parseDeletedProjects(text: string | undefined, now: number): DeletedProject[] {
  try {
    const list: unknown = JSON.parse(text ?? '[]');
    if (!Array.isArray(list)) return [];
    return list.filter(
      (entry): entry is DeletedProject =>
        typeof entry?.id === 'string' &&
        typeof entry.name === 'string' &&
        now - Date.parse(entry.at) < keptMilliseconds,
    );
  } catch {
    return [];
  }
}

const change = (next: (list: DeletedProject[]) => DeletedProject[]): void => {
  const list = next(parseDeletedProjects(stored.get(), Date.now()));
  stored.set(list.length === 0 ? undefined : JSON.stringify(list));
};

/** Remembers a deletion, so that it can be taken back from here. */
export const rememberDeletedProject = (project: DeletedProject): void =>
  change((list) => [...list.filter(({ id }) => id !== project.id), project]);

/** Forgets a deletion: the project was restored, or nobody wants it back. */
export const forgetDeletedProject = (projectId: string): void =>
  change((list) => list.filter(({ id }) => id !== projectId));

/** The deletions of the last 30 days, re-rendering when they change. */
export function useDeletedProjects(): DeletedProject[] {
  const text = useSyncExternalStore(stored.subscribe, stored.get);
  return useMemo(() => parseDeletedProjects(text, Date.now()), [text]);
}
