import { etagMismatch } from '../../store/dynamodb/conflict.ts';

/** The entity tag of a note: the event that made it what it is; `"0"` of one that was never set or was deleted. */
export const noteEtag = (note: { eventId: string } | undefined): string => `"${note?.eventId ?? '0'}"`;

/**
 * Refuses an edit of a note that is not the one which its editor saw (rule API-18). `what` begins
 * the sentence, such as `Note of chip 'c'`. @throws ServiceError `conflict`.
 */
export function requireMatch(what: string, shown: { eventId: string } | undefined, ifMatch: string | undefined): void {
  const etag = noteEtag(shown);
  if (ifMatch !== undefined && ifMatch !== '*' && !ifMatch.includes(etag)) throw etagMismatch(what, etag, ifMatch);
}
