import type { Item } from '../../kernel/store/dynamodb/codec.ts';
import { type Database, type QueryRange, queryPage } from '../../kernel/store/dynamodb/database.ts';
import { MergedWalk } from '../../kernel/store/dynamodb/merged-walk.ts';
import { listHeadKeys, noteEventKeys } from '../../kernel/store/keys.ts';
import { type NoteEventScope, targetIdsOf } from '../rules/event.ts';
import { type NoteEventRecord, noteEventEntity } from './note-events.ts';

/** Which events of a project are looked at; times are inclusive. */
export interface NoteEventFilter {
  projectId: string;
  chipId?: string | undefined;
  scope?: NoteEventScope | undefined;
  targetId?: string | undefined;
  startAt?: string | undefined;
  endAt?: string | undefined;
}

/**
 * Reads events newest first, by the narrowest key that the filter has: a target's, a chip's, or the project's. The
 * caller applies the rest of the filter. At most `pages` pages of a megabyte; `complete` tells whether there were no
 * more. An event appears a moment after it was written, since indexes lag.
 */
export async function readNoteEvents(
  db: Database,
  filter: NoteEventFilter,
  pages: number,
): Promise<{ events: NoteEventRecord[]; complete: boolean }> {
  const ranges = rangesOf(filter);
  const read = await Promise.all(ranges.map((range) => readRange(db, range, Math.ceil(pages / ranges.length))));
  const events = read.flatMap((one) => one.events);
  if (read.length > 1) events.sort((one, other) => (sortOf(one) < sortOf(other) ? 1 : -1));
  return { events, complete: read.every(({ complete }) => complete) };
}

const sortOf = ({ createdAt, eventId }: NoteEventRecord): string => noteEventKeys.byTime(createdAt, eventId);

async function readRange(db: Database, range: QueryRange, pages: number) {
  const events: NoteEventRecord[] = [];
  let startKey: Item | undefined;
  for (let page = 0; page < pages; page += 1) {
    const { items, lastKey } = await queryPage(db, range, startKey ? { startKey } : {});
    for (const item of items) {
      const { rev: _rev, ...event } = noteEventEntity.decode(item);
      events.push(event);
    }
    if (!lastKey) return { events, complete: true };
    startKey = lastKey;
  }
  return { events, complete: false };
}

/** Which event it is, and when it was made. */
export type NoteEventMark = Pick<NoteEventRecord, 'eventId' | 'createdAt'>;

/**
 * The newest events of a filter's narrowest key, page by page of the given sizes, without their texts. Those of a chip are as of the
 * read; an index tells of the others.
 */
export async function* newestNoteEvents(
  db: Database,
  filter: NoteEventFilter,
  pageSizes: readonly number[],
): AsyncGenerator<NoteEventMark[]> {
  // Their sort keys say it all.
  const ranges = rangesOf(filter).map(({ consistent: _, ...range }) => ({ ...range, attributes: [] }));
  const walk = new MergedWalk(db, ranges, pageSizes[0] ?? 1);
  for (const limit of pageSizes) {
    const events: NoteEventMark[] = [];
    while (events.length < limit) {
      const next = await walk.next(limit);
      if (!next) break;
      events.push(noteEventKeys.ofByTime(next.sort));
    }
    yield events;
    if (events.length < limit) return;
  }
}

/** One range, or two for a coupling: its notes are stored under either of two ids (rule NOTE-20). */
function rangesOf({ projectId, chipId, scope, targetId, startAt, endAt }: NoteEventFilter): QueryRange[] {
  const bounds = {
    descending: true,
    // Nothing needs to be the very newest here, and half the price is.
    consistent: false,
    ...(startAt === undefined ? {} : { from: startAt }),
    // A sort key goes on after its time.
    through: endAt === undefined ? listHeadKeys.lastEntry : `${endAt}$`,
  };
  if (scope !== undefined && targetId !== undefined)
    return targetIdsOf(scope, targetId).map((id) => ({
      index: 'gsi1',
      pk: noteEventKeys.ofTarget(projectId, scope, id),
      ...bounds,
    }));
  if (chipId !== undefined) return [{ pk: noteEventKeys.ofChip(projectId, chipId).pk, ...bounds }];
  return [{ index: 'gsi2', pk: noteEventKeys.ofProject(projectId), ...bounds }];
}
