import { justBefore } from '../../kernel/rules/complete-until.ts';
import type { Database } from '../../kernel/store/dynamodb/database.ts';
import { type NoteEventFilter, newestNoteEvents } from '../../notes/store/note-event-reads.ts';
import type { EventSearch } from '../index/port.ts';
import { isIndex } from '../index/port.ts';

/** Events that are looked for in the index at once: it is most often behind by none or a few, and else by many. */
const pageSizes = [25, 175];
const lookedAtMost = 25 + 175;

/**
 * The instant up to which a search finds every event of a filter (rule READ-5): now if the index has the newest that
 * the table shows, else just before the oldest that it lacks. Undefined if it is further behind than is examined, and
 * without an index, whose search reads the table itself.
 * @param now an instant before this read
 */
export async function indexedUntil(
  db: Database,
  search: EventSearch,
  filter: NoteEventFilter,
  now: string,
): Promise<string | undefined> {
  if (!isIndex(search)) return undefined;
  let until = now;
  let looked = 0;
  for await (const events of newestNoteEvents(db, filter, pageSizes)) {
    const lacking = await search.lacking(
      filter.projectId,
      events.map(({ eventId }) => eventId),
    );
    const oldest = events.findLast(({ eventId }) => lacking.has(eventId));
    if (oldest) until = justBefore(oldest.createdAt);
    // The first event that the index has ends the missing ones, except for events at the same time.
    if (!lacking.has(events.at(-1)?.eventId ?? '')) return until;
    looked += events.length;
  }
  return looked < lookedAtMost ? until : undefined;
}
