import type { NoteEventScope } from '../../domain/notes/event.ts';
import type { Item } from '../dynamodb/codec.ts';
import { type Database, type QueryRange, queryPage } from '../dynamodb/database.ts';
import { noteEventKeys } from '../keys.ts';
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
 * Reads events newest first, by the narrowest key that the filter has: a target's, a chip's, or the project's. What that
 * key does not settle of the filter is left to the caller. At most `pages` pages of a megabyte; `complete` says whether
 * there were no more. An event appears a moment after it was written, since indexes lag.
 */
export async function readNoteEvents(
  db: Database,
  filter: NoteEventFilter,
  pages: number,
): Promise<{ events: NoteEventRecord[]; complete: boolean }> {
  const range = rangeOf(filter);
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

/**
 * The newest events of a filter's narrowest key, page by page of the given sizes. Those of a chip are as of the read; an index tells of the
 * others.
 */
export async function* newestNoteEvents(
  db: Database,
  filter: NoteEventFilter,
  pageSizes: readonly number[],
): AsyncGenerator<NoteEventRecord[]> {
  const { consistent: _, ...range } = rangeOf(filter);
  let startKey: Item | undefined;
  for (const limit of pageSizes) {
    const page = await queryPage(db, range, { limit, ...(startKey ? { startKey } : {}) });
    yield page.items.map((item) => noteEventEntity.decode(item));
    startKey = page.lastKey;
    if (!startKey) return;
  }
}

function rangeOf({ projectId, chipId, scope, targetId, startAt, endAt }: NoteEventFilter): QueryRange {
  const bounds = {
    descending: true,
    // Nothing needs to be the very newest here, and half the price is.
    consistent: false,
    ...(startAt === undefined ? {} : { from: startAt }),
    // A sort key goes on after its time.
    ...(endAt === undefined ? {} : { through: `${endAt}$` }),
  };
  if (scope !== undefined && targetId !== undefined)
    return { index: 'gsi1', pk: noteEventKeys.ofTarget(projectId, scope, targetId), ...bounds };
  if (chipId !== undefined) return { pk: noteEventKeys.ofChip(projectId, chipId).pk, ...bounds };
  return { index: 'gsi2', pk: noteEventKeys.ofProject(projectId), ...bounds };
}
