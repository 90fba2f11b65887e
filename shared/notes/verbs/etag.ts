import { etagMismatch } from '../../kernel/store/dynamodb/conflict.ts';
import type { EmbeddedNote } from '../store/notes.ts';

/** The entity tag of a note: the event that made it what it is; `"0"` of one that was never set or was deleted. */
export const noteEtag = (note: { eventId: string } | undefined): string => `"${note?.eventId ?? '0'}"`;

/** A note that is kept in its record, if one is set; of one from before events were named, its time tells the edit. */
export const setNoteOf = (note: EmbeddedNote | undefined): (EmbeddedNote & { eventId: string }) | undefined =>
  note?.updatedAt === undefined ? undefined : { ...note, eventId: note.eventId ?? note.updatedAt };

/**
 * Refuses an edit of a note that is not the one which its editor saw (rule API-18). `what` begins
 * the sentence, such as `Note of chip 'c'`. @throws ServiceError `conflict`.
 */
export function requireMatch(what: string, shown: { eventId: string } | undefined, ifMatch: string | undefined): void {
  const etag = noteEtag(shown);
  if (ifMatch !== undefined && ifMatch !== '*' && !ifMatch.includes(etag)) throw etagMismatch(what, etag, ifMatch);
}
