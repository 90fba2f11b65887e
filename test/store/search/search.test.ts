import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { batchWriteItems } from '#shared/kernel/store/dynamodb/database.ts';
import { type NoteEventRecord, noteEventEntity } from '#shared/notes/store/note-events.ts';
import { EmbeddedSearch } from '#shared/search/index/embedded.ts';
import { TableSearch } from '#shared/search/index/table-search.ts';
import { startVerbs } from '#test/support/engine/verbs.ts';
import { describeIndex } from '#test/support/search/index-cases.ts';
import { makeNoteEvent } from '#test/support/search/note-event.ts';
import { describeSearch } from '#test/support/search/search-cases.ts';

const openEmbedded = async () => {
  const index = new EmbeddedSearch(':memory:');
  return {
    search: index,
    index,
    add: async (events: readonly NoteEventRecord[]) => {
      await index.apply(events.map((event) => ({ kind: 'added', event })));
    },
    shown: async () => undefined,
    close: async () => index.close(),
  };
};

describeSearch('the embedded index', openEmbedded);
describeIndex('embedded', openEmbedded);

describeSearch('the table alone', async () => {
  const verbs = await startVerbs();
  return {
    search: new TableSearch(verbs.db),
    add: (events) =>
      batchWriteItems(
        verbs.db,
        events.map((event) => ({ put: noteEventEntity.encode(event, 1) })),
      ),
    close: () => verbs.stop(),
  };
});

describe('search by the table alone', () => {
  test('a search by the table alone says that it stopped early when it did, and then knows no total', async () => {
    const verbs = await startVerbs();
    const content = `drift ${'x'.repeat(4_900)}`;
    const events = Array.from({ length: 450 }, () => makeNoteEvent({ projectId: 'p', content }));
    await batchWriteItems(
      verbs.db,
      events.map((event) => ({ put: noteEventEntity.encode(event, 1) })),
    );
    const query = { projectId: 'p', text: 'drift', sort: 'newest', skip: 0, limit: 100 } as const;
    const bounded = await new TableSearch(verbs.db, { pageBudget: 1 }).search(query);
    expect(bounded).toMatchObject({ complete: false, total: null });
    expect(bounded.hits.map((hit) => hit.event.eventId)).toEqual(
      events
        .map(({ eventId }) => eventId)
        .toReversed()
        .slice(0, 100),
    );
    const whole = await new TableSearch(verbs.db).search(query);
    expect(whole).toMatchObject({ complete: true, total: 450 });
    await verbs.stop();
  });
});

describe('the file of the embedded index', () => {
  test('the file of the embedded index keeps what it has over a restart, and is built anew where it was not finished', async () => {
    const directory = await mkdtemp(join(tmpdir(), 'fiducial-search-'));
    const file = join(directory, 'search.db');
    const first = new EmbeddedSearch(file);
    const kept = { kind: 'added', event: makeNoteEvent({ projectId: 'p', content: 'kept' }) } as const;
    expect(first.unbuilt).toBe(true);
    await first.apply([kept]);
    first.close();
    const again = new EmbeddedSearch(file);
    expect(again.unbuilt).toBe(true);
    await again.apply([kept]);
    again.markBuilt();
    again.close();
    const second = new EmbeddedSearch(file);
    expect(second.unbuilt).toBe(false);
    const query = { projectId: 'p', text: 'kept', sort: 'newest', skip: 0, limit: 1 } as const;
    expect((await second.search(query)).total).toBe(1);
    second.clear();
    expect((await second.search(query)).total).toBe(0);
    second.close();
    await rm(directory, { recursive: true });
  });
});
