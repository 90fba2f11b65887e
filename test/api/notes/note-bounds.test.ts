import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { batchWriteItems } from '#shared/kernel/store/dynamodb/database.ts';
import type { LatticeRef } from '#shared/kernel/store/keys.ts';
import { noteBounds } from '#shared/notes/rules/bounds.ts';
import { noteCountEntity } from '#shared/notes/store/note-counts.ts';
import { type NoteSubject, noteEntity, type StoredNote } from '#shared/notes/store/notes.ts';
import { refusal, refused } from '../support/refusal.ts';
import { type Caller, startWorld, type World } from '../support/world.ts';

let world: World;
let owner: Caller;
beforeAll(async () => {
  world = await startWorld();
  owner = await world.register('owner');
});
afterAll(() => world.stop());

/** The longest text that JSON and UTF-8 make of 5,000 characters. */
const longest = '\u0001'.repeat(5000);
const at = '2025-01-01T00:00:00.000Z';
const hex = (n: number) => n.toString(16).padStart(32, '0');
const scopeOf = (n: number): StoredNote['scope'] => ({
  type: 'time_range',
  key: `time_range:${n}`,
  startedAt: at,
  endedAt: at,
  source: 'manual_time_range',
});
const globalScope: StoredNote['scope'] = { type: 'global', key: 'global', source: 'legacy_global' };

function noteOf(chipId: string, subject: NoteSubject, content: string, scope = globalScope): Record<string, unknown> {
  const made = { createdBy: 'owner', createdByUserId: owner.userId, createdAt: at };
  const edited = { content, updatedBy: 'owner', updatedAt: at, eventId: 'e' };
  return noteEntity.encode({ projectId: owner.projectId, chipId, subject, scope, ...edited, ...made }, 1);
}

const commentOn = (chipId: string, target: LatticeRef, n: number, content: string) =>
  noteOf(chipId, { level: 'comment', target, commentId: hex(n) }, content);

const put = (items: Record<string, unknown>[]) =>
  batchWriteItems(
    world.stack.runtime.db,
    items.map((item) => ({ put: item })),
  );

const numbers = (count: number) => Array.from({ length: count }, (_, n) => n);
const create = (chip_id: string, topology_id: string) => owner.api.createChip({ body: { chip_id, topology_id } });

/** Every page of a summary, put together; and how many there were. */
async function wholeSummary(chip_id: string) {
  const pages = [await owner.api.getChipNotesSummary({ params: { chip_id } })];
  for (let cursor = pages[0]?.next_cursor; cursor; cursor = pages.at(-1)?.next_cursor)
    pages.push(await owner.api.getChipNotesSummary({ params: { chip_id }, query: { cursor } }));
  return {
    pages: pages.length,
    qubits: pages.flatMap(({ qubits }) => qubits),
    couplings: pages.flatMap(({ couplings }) => couplings),
    tasks: pages.flatMap(({ task_notes }) => task_notes),
    chipNotes: new Set(pages.map(({ chip_note }) => chip_note.content)),
  };
}

describe('comments', () => {
  const target = { kind: 'qubit', id: '0' } as const;

  it('460 comments of one chip leave its summary readable: the newest three of each target, with their count', async () => {
    await create('many', 'linear-3');
    const ids: LatticeRef[] = ['0', '1', '2'].map((id) => ({ kind: 'qubit', id }));
    await put(ids.flatMap((one) => numbers(154).map((n) => commentOn('many', one, n, longest))));
    const { qubits } = await wholeSummary('many');
    expect(qubits.map(({ target_id, comment_count }) => [target_id, comment_count])).toEqual([
      ['0', 154],
      ['1', 154],
      ['2', 154],
    ]);
    for (const { comments } of qubits)
      expect(comments.map(({ comment_id }) => comment_id)).toEqual([hex(151), hex(152), hex(153)]);
  });

  it('the rest of the comments is read page by page, newest or oldest first', async () => {
    const params = { chip_id: 'many', qid: '1' };
    const newest = await owner.api.listQubitNoteComments({ params, query: { skip: 3, limit: 2 } });
    expect(newest).toMatchObject({ total: 154, skip: 3, limit: 2 });
    expect(newest.comments.map(({ comment_id }) => comment_id)).toEqual([hex(150), hex(149)]);
    const all = await owner.api.listQubitNoteComments({ params, query: { order: 'asc', limit: 100 } });
    expect(all.comments.map(({ comment_id }) => comment_id)).toEqual(numbers(100).map(hex));
    const none = await owner.api.listCouplingNoteComments({ params: { chip_id: 'many', coupling_id: '1-0' } });
    expect(none).toEqual({ comments: [], total: 0, skip: 0, limit: 20 });
    const missing = owner.api.listQubitNoteComments({ params: { ...params, qid: '9' } });
    expect(await refusal(missing)).toEqual(refused(404, "Qubit '9' not found in chip 'many'"));
  });

  it('one comment more than a target may have is 409 that names the bound; one that was deleted makes room', async () => {
    await create('full', 'linear-2');
    const { targetComments } = noteBounds;
    await put(numbers(targetComments - 1).map((n) => commentOn('full', target, n, 'c')));
    const count = { projectId: owner.projectId, chipId: 'full', part: target };
    await put([noteCountEntity.encode({ ...count, notes: 0, comments: targetComments - 1, events: 0 }, 1)]);
    const params = { chip_id: 'full', qid: '0' };
    const comment = () => owner.api.createQubitNoteComment({ params, body: { content: 'one more' } });
    const both = await Promise.allSettled([comment(), comment()]);
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    expect(await refusal(comment())).toEqual(
      refused(409, "Qubit '0' of chip 'full' has 200 comments, the maximum. Delete some first"),
    );
    const { total, comments } = await owner.api.listQubitNoteComments({ params });
    expect(total).toBe(targetComments);
    await owner.api.deleteQubitNoteComment({ params: { ...params, comment_id: comments[0]?.comment_id ?? '' } });
    await comment();
    // Another target has its own bound, and an edit does not add a comment.
    await owner.api.createQubitNoteComment({ params: { ...params, qid: '1' }, body: { content: 'there' } });
  });
});

describe('notes', () => {
  const fill = (chipId: string, part: 'chip' | LatticeRef, notes: number) =>
    put([noteCountEntity.encode({ projectId: owner.projectId, chipId, part, notes, comments: 0, events: 0 }, 1)]);

  it('a note in one scope more than a chip may have is 409 that names the bound', async () => {
    await create('scoped', 'linear-2');
    const { chipScopes } = noteBounds;
    await put(numbers(chipScopes).map((n) => noteOf('scoped', { level: 'chip' }, longest, scopeOf(n))));
    await fill('scoped', 'chip', chipScopes);
    const params = { chip_id: 'scoped' };
    expect(await refusal(owner.api.upsertChipNote({ params, body: { content: 'more' } }))).toEqual(
      refused(409, "Chip 'scoped' has notes in 200 scopes, the maximum of a chip. Delete some first"),
    );
    expect((await owner.api.getChipNote({ params })).content).toBe('');
    const query = { start_at: at, end_at: at };
    expect((await owner.api.getChipNote({ params, query })).content).toBe(longest);
    expect((await owner.api.getChipNotesSummary({ params, query })).chip_note.content).toBe(longest);
  });

  it('one note more than a target may have with its metrics is 409 that names the bound; edits go on', async () => {
    await create('measured', 'linear-2');
    const params = { chip_id: 'measured', qid: '0' };
    await owner.api.upsertQubitNote({ params, body: { content: 'first' } });
    await fill('measured', { kind: 'qubit', id: '0' }, noteBounds.targetNotes);
    const metric = owner.api.upsertQubitMetricNote({ params: { ...params, metric_key: 't1' }, body: { content: 'x' } });
    expect(await refusal(metric)).toEqual(
      refused(
        409,
        "Qubit '0' of chip 'measured' has 100 notes with those of its metrics, the maximum. Delete some first",
      ),
    );
    expect(await owner.api.upsertQubitNote({ params, body: { content: 'second' } })).toMatchObject({
      content: 'second',
    });
  });

  it('the largest summary is read to its end: every target, every task note, and the chip note on each page', async () => {
    const chipId = 'largest';
    await create(chipId, 'linear-3');
    const qids = numbers(3).map(String);
    const ofTarget = (target: LatticeRef) => [
      noteOf(chipId, { level: 'target', target }, longest),
      ...numbers(noteBounds.targetNotes - 1).map((n) =>
        noteOf(chipId, { level: 'metric', target, metric: `m${n}` }, longest),
      ),
      ...numbers(noteBounds.targetComments).map((n) => commentOn(chipId, target, n, longest)),
    ];
    const tasks = numbers(100).map((n) => noteOf(chipId, { level: 'task', taskId: hex(n), qid: '0' }, longest));
    await put([noteOf(chipId, { level: 'chip' }, longest), ...tasks]);
    for (const id of qids) await put(ofTarget({ kind: 'qubit', id }));
    await put(ofTarget({ kind: 'coupling', id: '0-1' }));
    const { pages, qubits, couplings, tasks: found, chipNotes } = await wholeSummary(chipId);
    expect(pages).toBeGreaterThan(4);
    expect(qubits.map(({ target_id }) => target_id)).toEqual(qids);
    for (const { metric_notes, comment_count } of [...qubits, ...couplings]) {
      expect(Object.keys(metric_notes)).toHaveLength(noteBounds.targetNotes - 1);
      expect(comment_count).toBe(noteBounds.targetComments);
    }
    expect(couplings.map(({ target_id }) => target_id)).toEqual(['0-1']);
    expect(found.map(({ task_id }) => task_id)).toEqual(numbers(100).map(hex));
    expect([...chipNotes]).toEqual([longest]);
  });

  it.each(['', 'x', Buffer.from('TX~1').toString('base64url'), Buffer.from('R').toString('base64url')])(
    'the cursor %j of another list than the summary is 400',
    async (cursor) => {
      const answer = owner.api.getChipNotesSummary({ params: { chip_id: 'largest' }, query: { cursor } });
      expect(await refusal(answer)).toEqual(refused(400, "cursor is not a 'next_cursor' of this list"));
    },
  );
});
