import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { ProjectContext } from '#shared/kernel/context.ts';
import { batchWriteItems } from '#shared/kernel/store/dynamodb/database.ts';
import { type NoteEventRecord, noteEventEntity } from '#shared/notes/store/note-events.ts';
import { EmbeddedSearch } from '#shared/search/index/embedded.ts';
import type { EventSearch, SearchQuery } from '#shared/search/index/port.ts';
import { TableSearch } from '#shared/search/index/table-search.ts';
import { searchNoteEvents } from '#shared/search/verbs/search-note-events.ts';
import { startVerbs, type Verbs } from '#test/support/engine/verbs.ts';
import { makeNoteEvent } from '#test/support/search/note-event.ts';

let verbs: Verbs;
let ctx: ProjectContext;
let index: EmbeddedSearch;
beforeAll(async () => {
  verbs = await startVerbs();
});
afterAll(() => verbs.stop());
beforeEach(async () => {
  await verbs.empty();
  verbs.now = new Date('2026-11-01T12:00:00.000Z');
  ctx = await verbs.member('alice');
  index = new EmbeddedSearch(':memory:');
});

/** Events a second apart, written into the table alone. */
async function write(count: number): Promise<NoteEventRecord[]> {
  const events = Array.from({ length: count }, (_, n) =>
    makeNoteEvent({
      projectId: ctx.projectId,
      content: 'flux drift',
      chipId: n % 2 === 0 ? 'even' : 'odd',
      createdAt: new Date(Date.parse('2026-11-01T10:00:00.000Z') + n * 1000).toISOString(),
    }),
  );
  await batchWriteItems(
    verbs.db,
    events.map((event) => ({ put: noteEventEntity.encode(event, 1) })),
  );
  return events;
}

/** The consumer's work on the events that it receives. */
const deliver = (events: readonly NoteEventRecord[]) =>
  index.apply(events.map((event) => ({ kind: 'added' as const, event })));

const search = (query: Partial<SearchQuery> = {}, by: EventSearch = index) =>
  searchNoteEvents({ ...ctx, search: by }, { text: 'drift', sort: 'newest', skip: 0, limit: 100, ...query });

const now = () => verbs.now.toISOString();

test('a search is complete until now where the index has what the table has, also where that is nothing', async () => {
  expect(await search()).toMatchObject({ total: 0, completeUntil: now() });
  await deliver(await write(60));
  expect(await search()).toMatchObject({ total: 60, completeUntil: now() });
});

test('while the consumer of the index pauses, a search says up to when it found every event', async () => {
  const events = await write(40);
  await deliver(events.slice(0, 30));
  const { total, completeUntil } = await search();
  expect(total).toBe(30);
  // The first that is lacking was written at 10:00:30.
  expect(completeUntil).toBe('2026-11-01T10:00:29.999Z');
  const found = await search({ endAt: completeUntil });
  expect(found.hits).toHaveLength(events.filter(({ createdAt }) => createdAt <= (completeUntil ?? '')).length);
  await deliver(events);
  expect(await search()).toMatchObject({ total: 40, completeUntil: now() });
});

test('an event that the index was given out of order does not hide an older one that it lacks', async () => {
  const events = await write(12);
  await deliver(events.filter((_, n) => n !== 4 && n !== 11));
  expect((await search()).completeUntil).toBe('2026-11-01T10:00:03.999Z');
});

test('a search of one chip does not wait for the events of another', async () => {
  const events = await write(10);
  await deliver(events.filter(({ chipId }) => chipId === 'even'));
  expect((await search({ chipId: 'even' })).completeUntil).toBe(now());
  expect((await search({ chipId: 'odd' })).completeUntil).toBe('2026-11-01T10:00:00.999Z');
});

test('a search does not say up to when it is complete where the index is too far behind, or where there is none', async () => {
  const events = await write(230);
  expect((await search()).completeUntil).toBeUndefined();
  await deliver(events.slice(0, 100));
  expect((await search()).completeUntil).toBe('2026-11-01T10:01:39.999Z');
  expect((await search({}, new TableSearch(verbs.db))).completeUntil).toBeUndefined();
});
