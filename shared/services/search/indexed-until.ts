import { justBefore } from '../../domain/complete-until.ts';
import type { EventSearch } from '../../search/port.ts';
import { isIndex } from '../../search/port.ts';
import type { Database } from '../../store/dynamodb/database.ts';
import { type NoteEventFilter, newestNoteEvents } from '../../store/notes/note-event-reads.ts';

/** Events that are looked for in the index at a time, and how often: the index is most often behind by none or a few. */
const pageSize = 25;
const pageBudget = 8;

/**
 * Up to which instant a search finds every event of a filter (rule READ-5): until now where the index has the newest that the
 * table shows, else until before the oldest that it lacks. Undefined where it is further behind than is looked for, and without
 * an index, whose search reads the table's own one.
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
  let pages = 0;
  for await (const events of newestNoteEvents(db, filter, pageSize)) {
    if (pages === pageBudget) return undefined;
    pages += 1;
    const lacking = await search.lacking(
      filter.projectId,
      events.map(({ eventId }) => eventId),
    );
    const oldest = events.findLast(({ eventId }) => lacking.has(eventId));
    if (oldest) until = justBefore(oldest.createdAt);
    // What the index has ends what it lacks, but for what came at the same time.
    if (!lacking.has(events.at(-1)?.eventId ?? '')) return until;
  }
  return until;
}
