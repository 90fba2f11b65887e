import type { NoteRecord } from '#shared/chips/store/chips.ts';

/** A note that is embedded in its record, on the wire. */
export const presentNote = (note: NoteRecord) => ({
  content: note.content,
  updated_by: note.updatedBy,
  updated_at: note.updatedAt ?? null,
});
