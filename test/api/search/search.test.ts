import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type * as z from 'zod';
import { batchWriteItems } from '#shared/kernel/store/dynamodb/database.ts';
import { type NoteEventRecord, noteEventEntity } from '#shared/notes/store/note-events.ts';
import type { searchOperations } from '#shared/search/contract/operations/search.ts';
import { makeNoteEvent } from '#test/support/search/note-event.ts';
import { eventually } from '#test/support/stack/processes.ts';
import { type Caller, startWorld, type World } from '../support/world.ts';

let world: World;
let owner: Caller;
let counter = 0;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.stop());
beforeEach(async () => {
  counter += 1;
  owner = await world.register(`owner-${counter}`);
});

type Query = z.input<typeof searchOperations.searchNoteEvents.query>;
const search = (q: string, more: Partial<Query> = {}, caller = owner) =>
  caller.api.searchNoteEvents({ query: { q, sort: 'newest', ...more } });
const contents = async (q: string, more: Partial<Query> = {}) =>
  (await search(q, more)).events.map(({ content }) => content);

/** Writes events as a note's edit does, and waits until the newest is found. */
async function write(...events: NoteEventRecord[]): Promise<void> {
  await batchWriteItems(
    world.stack.runtime.db,
    events.map((event) => ({ put: noteEventEntity.encode(event, 1) })),
  );
  const last = events.at(-1);
  const text = last?.content ?? '';
  await eventually(async () => (await search(text)).events.some(({ event_id }) => event_id === last?.eventId));
}
const event = (content: string, more: Partial<NoteEventRecord> = {}) =>
  makeNoteEvent({ projectId: owner.projectId, content, ...more });

describe('searchNoteEvents', () => {
  it('searchNoteEvents 200: an event that was written is found a moment later, with every field and its matches', async () => {
    const written = event('Flux drifts again 🧊 since the warm-up', {
      scope: 'coupling_metric',
      targetId: '0-1',
      metricKey: 'cz_gate_fidelity',
      actorUserId: 'user-7',
      extra: { comment_id: 'c-1' },
    });
    await write(event('nothing of the kind'), written);
    expect(await search('drift warm-up')).toEqual({
      events: [
        {
          event_id: written.eventId,
          project_id: owner.projectId,
          chip_id: 'chip-a',
          scope: 'coupling_metric',
          target_id: '0-1',
          metric_key: 'cz_gate_fidelity',
          action: 'upsert',
          actor_user_id: 'user-7',
          actor: 'ada',
          content: written.content,
          extra: { comment_id: 'c-1' },
          created_at: written.createdAt,
          highlights: [
            [5, 11],
            [30, 37],
          ],
        },
      ],
      total: 1,
      skip: 0,
      limit: 20,
      complete: true,
      complete_until: expect.stringMatching(/Z$/),
    });
  });

  it('searchNoteEvents 200: an edit through the API is found, and so is one of a chip that is gone', async () => {
    await owner.api.createChip({ body: { chip_id: 'a', topology_id: 'linear-2' } });
    const edited = { params: { chip_id: 'a', qid: '1' }, body: { content: 'TLS near the qubit moved away' } };
    await owner.api.upsertQubitNote(edited);
    const isFound = async () => (await search('"TLS near the qubit"')).total === 1;
    await eventually(isFound);
    await owner.api.deleteChip({ params: { chip_id: 'a' }, query: { force: 'true' } });
    expect(await isFound()).toBe(true);
    expect((await search('tls')).events).toMatchObject([
      { scope: 'qubit', target_id: '1', action: 'upsert', actor: owner.username },
    ]);
  });

  it('searchNoteEvents 200: nothing in a project without notes, for stop words, and for what no one wrote', async () => {
    const until = expect.stringMatching(/Z$/);
    const empty = { events: [], total: 0, skip: 0, limit: 20, complete: true, complete_until: until };
    expect(await search('drift')).toEqual(empty);
    expect(await search('the')).toEqual(empty);
  });

  it('searchNoteEvents 200: filters, pages and both orders', async () => {
    await write(
      event('drift drift', { chipId: 'b', actor: 'grace' }),
      event('drift of the long kind, told at length', { scope: 'chip', targetId: 'chip-a' }),
      event('drift seen', { createdAt: '2026-05-01T00:00:00.000Z' }),
    );
    expect(await contents('drift', { chip_id: 'b' })).toEqual(['drift drift']);
    expect(await contents('drift', { actor: 'grace', action: 'upsert' })).toEqual(['drift drift']);
    expect(await contents('drift', { scope: 'chip', target_id: 'chip-a' })).toEqual([
      'drift of the long kind, told at length',
    ]);
    expect(await contents('drift', { start_at: '2026-05-01T00:00:00Z' })).toEqual(['drift seen']);
    expect(await contents('drift', { end_at: '2026-04-30T23:59:59.999Z' })).toHaveLength(2);
    expect(await contents('drift', { sort: 'relevance', limit: '1' })).toEqual(['drift drift']);
    expect(await contents('drift', { skip: '1', limit: '1' })).toEqual(['drift of the long kind, told at length']);
  });

  it('searchNoteEvents 200: never anything of another project, whatever the query asks for', async () => {
    await write(event('leak in the still'));
    const stranger = await world.register(`stranger-${counter}`);
    const asked: Partial<Query>[] = [{}, { chip_id: 'chip-a' }, { scope: 'qubit', target_id: '12' }, { actor: 'ada' }];
    for (const query of asked) expect((await search('leak', query, stranger)).events).toEqual([]);
  });

  it('searchNoteEvents 400: no text, an inverted range, a page beyond what an index answers, an unknown scope', async () => {
    await expect(search('')).rejects.toMatchObject({ status: 400 });
    await expect(
      search('drift', { start_at: '2026-05-02T00:00:00Z', end_at: '2026-05-01T00:00:00Z' }),
    ).rejects.toMatchObject({ status: 400, detail: 'Invalid request: query.end_at: must not be before start_at' });
    await expect(search('drift', { skip: '9990', limit: '20' })).rejects.toMatchObject({ status: 400 });
    await expect(search('drift', { scope: 'cryostat' as never })).rejects.toMatchObject({ status: 400 });
  });
});
