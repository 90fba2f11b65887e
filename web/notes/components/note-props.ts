import type { ReactNode } from 'react';
import type { AboutSearch } from '../../discussions/lib/addresses.ts';
import type { EditableNote } from '../lib/editable-note.ts';

/** A note, and how it is written. */
export interface NoteEditorProps {
  /** The subject of the note, within a sentence: `the note of chip qpu-1`. */
  name: string;
  note: EditableNote;
  /** The chip whose qubits the text names. */
  chipId: string | undefined;
  /** The subject of the note, if a discussion of it can begin. */
  thing?: AboutSearch;
  /** Shown next to the author: the scope. */
  about?: ReactNode;
  /** Shown if there is no note. */
  empty: string;
  /** Overwrites the note with the given etag, and fails with 409 if the note has changed. */
  write: (content: string, etag: string) => Promise<unknown>;
  /** Deletes; absent where the note cannot be deleted here. */
  remove?: ((etag: string) => Promise<unknown>) | undefined;
  /** Reads the current note. */
  refetch: () => Promise<EditableNote>;
  /** Says at the field where the text will be stored. */
  savedTo?: string;
  /** The key that begins to write. */
  shortcut?: string;
  /** Search parameters of the page whose change closes this editor. */
  closesOn?: readonly string[];
}
