import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { NoteEventRecord } from '#shared/notes/store/note-events.ts';
import { rebuildOpenSearch } from '#shared/search/index/rebuild.ts';
import { makeNoteEvent } from '#test/support/search/note-event.ts';
import { openTestSearch, type TestOpenSearch } from '#test/support/search/open-search.ts';

let subject: TestOpenSearch;
beforeEach(() => {
  subject = openTestSearch();
});
afterEach(() => subject.close());

const makeEvent = (content: string, more: Partial<NoteEventRecord> = {}) =>
  makeNoteEvent({ projectId: 'p', content, ...more });
const added = (event: NoteEventRecord) => ({ kind: 'added', event }) as const;
const found = async () => {
  await subject.index.refresh();
  const page = await subject.index.search({ projectId: 'p', text: 'drift', sort: 'newest', skip: 0, limit: 100 });
  return page.hits.map((hit) => hit.event.content).toSorted();
};

describe('rebuilding the index of OpenSearch', () => {
  test('rebuilding a search index makes one where there is none', async () => {
    async function* scan() {
      yield [makeEvent('drift a'), makeEvent('drift b')];
    }
    expect(await rebuildOpenSearch(subject.index, scan)).toEqual({ indexed: 2, refused: [] });
    expect(await found()).toEqual(['drift a', 'drift b']);
  });

  test('rebuilding drops what the table lacks, answers from the old index meanwhile and keeps what was written then', async () => {
    await subject.index.apply([added(makeEvent('drift of old')), added(makeEvent('drift kept'))]);
    const kept = makeEvent('drift kept');
    const late = makeEvent('drift meanwhile', { createdAt: new Date().toISOString() });
    let scans = 0;
    async function* scan() {
      scans += 1;
      yield [kept];
      if (scans === 1) {
        expect(await found()).toEqual(['drift kept', 'drift of old']);
        // Its partition has been read already; the consumer puts it into the index that the alias names.
        await subject.index.apply([added(late)]);
      } else yield [late];
    }
    await rebuildOpenSearch(subject.index, scan);
    expect(await found()).toEqual(['drift kept', 'drift meanwhile']);
    const indices = await subject.send({ method: 'GET', path: `/${subject.alias}-*` });
    expect(Object.keys(indices.body)).toEqual([`${subject.alias}-000002`]);
  });

  test('rebuilding a search index tells of events that the index refuses', async () => {
    const bad = makeEvent('drift', { createdAt: 'yesterday' });
    async function* scan() {
      yield [bad, makeEvent('drift good')];
    }
    const result = await rebuildOpenSearch(subject.index, scan);
    expect(result).toEqual({
      indexed: 1,
      refused: [{ eventId: bad.eventId, reason: expect.stringContaining('created_at') }],
    });
  });
});
