import type { ProjectContext } from '../../kernel/context.ts';
import { conflict } from '../../kernel/errors.ts';
import type { Stored } from '../../kernel/store/dynamodb/codec.ts';
import type { StoredNote } from '../store/notes.ts';
import { editOf, type KeptNote, type Noted, type NoteEdit } from './write-note.ts';

/** @throws ServiceError `conflict` where the note is not as the edit left it. */
export function refuseChanged(
  { after }: KeptNote,
  present: Pick<StoredNote, 'eventId' | 'updatedBy' | 'updatedAt'> | undefined,
): void {
  if (present?.eventId === (after ?? undefined)) return;
  throw conflict(
    present
      ? `The note was written by '${present.updatedBy}' on ${present.updatedAt} since`
      : 'The note was deleted since',
    'changed_since',
  );
}

/** What restores a note: what the entry has kept, and the text; undefined deletes it. */
export interface Restoring {
  kept: KeptNote;
  content: string | undefined;
}

/** The edit that restores a note; a deleted one has its first author again. */
export function restoringEdit(
  ctx: ProjectContext,
  noted: Noted,
  before: Stored<StoredNote> | undefined,
  { kept, content }: Restoring,
): NoteEdit {
  if (content === undefined) return editOf(ctx, noted, before, undefined);
  const edit = editOf(ctx, noted, before, content);
  return { ...edit, after: { ...edit.after, ...kept.created } };
}
