import { useEffect } from 'react';
import { currentProject } from '../../ui/lib/api/session.ts';
import type { EditableNote } from './editable-note.ts';

/** A text that was typed and not saved, and what it was begun from. */
export interface Draft {
  text: string;
  base?: EditableNote;
}

const keyOf = (name: string): string => `fiducial.draft ${currentProject()} ${name}`;

/** What was typed under a name before the page was loaded again. */
export function draftOf(name: string): Draft | undefined {
  try {
    const kept = sessionStorage.getItem(keyOf(name));
    return kept === null ? undefined : JSON.parse(kept);
  } catch {
    return undefined;
  }
}

/**
 * Keeps typed text over a reload, in this tab alone; it is removed with the form.
 * @param draft undefined if nothing is left to be saved
 */
export function useDraft(name: string, draft: Draft | undefined): void {
  const text = draft && JSON.stringify(draft);
  useEffect(() => {
    const key = keyOf(name);
    try {
      if (text === undefined) sessionStorage.removeItem(key);
      else sessionStorage.setItem(key, text);
    } catch {
      // Storage is full or refused: a reload loses the text, as the browser warns.
    }
    return () => globalThis.sessionStorage?.removeItem(key);
  }, [name, text]);
}
