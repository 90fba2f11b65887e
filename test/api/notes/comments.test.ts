import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { batchWriteItems } from '#shared/store/dynamodb/database.ts';
import { noteEventEntity } from '#shared/store/notes/note-events.ts';
import { taskResultEntity } from '#shared/store/task-results/task-results.ts';
import { taskResultRecord } from '#test/support/runs/task-result.ts';
import { makeNoteEvent } from '#test/support/search/note-event.ts';
import { refusal, refused } from '../support/refusal.ts';
import { type Caller, startWorld, type World } from '../support/world.ts';

let world: World;
let owner: Caller;
let editor: Caller;
let counter = 0;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.stop());

beforeEach(async () => {
  counter += 1;
  owner = await world.register(`owner-${counter}`);
  editor = await world.register(`editor-${counter}`);
  await invite(editor.username, 'editor');
  await owner.api.createChip({ body: { chip_id: 'c', topology_id: 'linear-3' } });
  world.advance(1);
});

const invite = (username: string, role: 'editor') =>
  owner.api.inviteProjectMember({ params: { project_id: owner.projectId }, body: { username, role } });
const as = (caller: Caller) => world.client(caller.token, owner.projectId);
const chip = { chip_id: 'c' };
const content = (text: string) => ({ body: { content: text } });
const events = async (query: object = {}) =>
  (await owner.api.listChipNoteEvents({ params: chip, query: { order: 'asc', ...query } })).events;
const summary = (query: object = {}) => owner.api.getChipNotesSummary({ params: chip, query });

describe.each([
  {
    kind: 'qubit',
    id: '0',
    create: (by: Caller, text: string, query = {}) =>
      as(by).createQubitNoteComment({ params: { ...chip, qid: '0' }, query, ...content(text) }),
    update: (by: Caller, comment_id: string, text: string, headers = {}, query = {}) =>
      as(by).updateQubitNoteComment({ params: { ...chip, qid: '0', comment_id }, headers, query, ...content(text) }),
    remove: (by: Caller, comment_id: string) =>
      as(by).deleteQubitNoteComment({ params: { ...chip, qid: '0', comment_id } }),
    pin: (text: string) => owner.api.upsertQubitNote({ params: { ...chip, qid: '0' }, ...content(text) }),
    unpin: () => owner.api.deleteQubitNote({ params: { ...chip, qid: '0' } }),
    shown: async (query = {}) => (await summary(query)).qubits,
  },
  {
    kind: 'coupling',
    id: '0-1',
    create: (by: Caller, text: string, query = {}) =>
      as(by).createCouplingNoteComment({ params: { ...chip, coupling_id: '0-1' }, query, ...content(text) }),
    update: (by: Caller, comment_id: string, text: string, headers = {}, query = {}) =>
      as(by).updateCouplingNoteComment({
        params: { ...chip, coupling_id: '0-1', comment_id },
        headers,
        query,
        ...content(text),
      }),
    remove: (by: Caller, comment_id: string) =>
      as(by).deleteCouplingNoteComment({ params: { ...chip, coupling_id: '1-0', comment_id } }),
    pin: (text: string) => owner.api.upsertCouplingNote({ params: { ...chip, coupling_id: '0-1' }, ...content(text) }),
    unpin: () => owner.api.deleteCouplingNote({ params: { ...chip, coupling_id: '0-1' } }),
    shown: async (query = {}) => (await summary(query)).couplings,
  },
])('comments on a $kind', ({ kind, id, create, update, remove, pin, unpin, shown }) => {
  it(`comments on a ${kind} 201: stand beneath the summary in the order of their making, each with its author`, async () => {
    const first = await create(editor, 'mine');
    expect(first).toMatchObject({
      comment_id: expect.stringMatching(/^[0-9a-f]{32}$/),
      content: 'mine',
      created_by: editor.username,
      updated_by: editor.username,
      updated_at: null,
      scope_key: 'global',
    });
    const second = await create(owner, 'yours');
    await pin('pinned');
    const [entry] = await shown();
    expect(entry).toMatchObject({ target_id: id, note: { content: 'pinned' } });
    expect(entry?.comments).toEqual([first, second]);
    await unpin();
    expect((await shown())[0]?.comments).toEqual([first, second]);
  });

  it(`comments on a ${kind} make one event each, in the scope of their target`, async () => {
    const { comment_id } = await create(editor, 'one');
    world.advance(1);
    const edited = await update(editor, comment_id, 'two');
    expect(edited).toMatchObject({ content: 'two', created_by: editor.username, updated_at: expect.any(String) });
    expect(await remove(editor, comment_id)).toEqual({ message: 'Target note comment deleted' });
    const extra = { scope_key: 'global', scope_type: 'global', cooldown_id: '', kind: 'comment', comment_id };
    expect(await events()).toMatchObject(
      [
        ['upsert', 'one'],
        ['upsert', 'two'],
        ['delete', ''],
      ].map(([action, text]) => ({ scope: kind, target_id: id, action, content: text, extra, actor: editor.username })),
    );
    expect(await shown()).toEqual([]);
  });

  it(`comments on a ${kind} are changed by their author and by system administrators; 403: by anybody else`, async () => {
    const { comment_id } = await create(editor, 'mine');
    const detail = `Comment '${comment_id}' on ${kind} '${id}' of chip 'c' may be changed by its author '${editor.username}' or a system administrator`;
    expect(await refusal(update(owner, comment_id, 'not mine'))).toEqual(refused(403, detail));
    expect(await refusal(remove(owner, comment_id))).toMatchObject({ status: 403 });
    await invite(world.admin.username, 'editor');
    expect(await update(world.admin, comment_id, 'by admin')).toMatchObject({
      created_by: editor.username,
      updated_by: world.admin.username,
    });
    await remove(world.admin, comment_id);
    expect(await events()).toHaveLength(3);
  });

  it(`comments on a ${kind} 404: under another id, or once deleted; 409 where If-Match does not fit`, async () => {
    const { comment_id, etag } = await create(owner, 'one');
    await update(owner, comment_id, 'two', { 'if-match': etag });
    expect(await refusal(update(owner, comment_id, 'three', { 'if-match': etag }))).toMatchObject({ status: 409 });
    await remove(owner, comment_id);
    const missing = refused(404, `Comment '${comment_id}' on ${kind} '${id}' of chip 'c' not found`);
    expect(await refusal(update(owner, comment_id, 'four'))).toEqual(missing);
    expect(await refusal(update(owner, 'nobody', 'four'))).toMatchObject({ status: 404 });
    expect(await events()).toHaveLength(3);
  });

  it(`comments on a ${kind} are found again whatever range the dashboard shows meanwhile`, async () => {
    const range = { start_at: '2025-03-01T00:00:00Z', end_at: '2025-03-08T00:00:00Z' };
    const { comment_id } = await create(owner, 'one', range);
    expect((await shown({ ...range, end_at: '2025-03-09T00:00:00Z' }))[0]?.comments).toHaveLength(1);
    const later = { start_at: '2025-03-02T00:00:00Z', end_at: '2025-03-09T00:00:00Z' };
    expect(await update(owner, comment_id, 'two', {}, later)).toMatchObject({
      content: 'two',
      scope_started_at: '2025-03-01T00:00:00.000Z',
    });
  });
});

describe('the note of a task result', () => {
  const task = { task_id: 'task-1' };
  const put = (text: string, headers = {}) => owner.api.upsertTaskNote({ params: task, headers, ...content(text) });
  const stored = {
    taskId: 'task-1',
    chipId: 'c',
    qid: '2',
    name: 'CheckT1',
    excluded: true,
    status: 'completed',
  } as const;
  beforeEach(() =>
    batchWriteItems(world.stack.runtime.db, [
      { put: taskResultEntity.encode(taskResultRecord({ ...stored, projectId: owner.projectId }), 3) },
    ]),
  );

  it('the note of a task result is written, read and deleted with one event each, and is in summaries of any scope', async () => {
    expect(await refusal(owner.api.getTaskNote({ params: task }))).toEqual(
      refused(404, "Note of task result 'task-1' is not set"),
    );
    expect(await refusal(owner.api.deleteTaskNote({ params: task }))).toMatchObject({ status: 404 });
    const note = await put('seen 😀');
    expect(note).toEqual({
      content: 'seen 😀',
      updated_by: owner.username,
      updated_at: expect.stringMatching(/Z$/),
      etag: expect.stringMatching(/^"[0-9a-f-]{36}"$/),
    });
    expect(await owner.api.getTaskNote({ params: task })).toEqual(note);
    const range = { start_at: '2024-03-01T00:00:00Z', end_at: '2024-03-08T00:00:00Z' };
    const empty = { content: '', updated_by: '', updated_at: null };
    expect((await summary(range)).task_notes).toEqual([{ task_id: 'task-1', qid: '2', note, ai_review_note: empty }]);
    expect(await owner.api.deleteTaskNote({ params: task })).toEqual({ message: 'Task note cleared' });
    expect((await summary()).task_notes).toEqual([]);
    const event = {
      scope: 'task_result',
      target_id: 'task-1',
      chip_id: 'c',
      extra: { qid: '2', task_name: 'CheckT1' },
    };
    expect(await events()).toMatchObject([
      { ...event, action: 'upsert', content: 'seen 😀' },
      { ...event, action: 'delete', content: '' },
    ]);
  });

  it('the note of a task result leaves everything else of the result as it was', async () => {
    const read = async () =>
      (await world.scan()).split('\n').filter((line) => line.includes('task-1') && line.includes('deflated'));
    const before = await read();
    await put('seen');
    expect(await read()).not.toEqual(before);
    await owner.api.deleteTaskNote({ params: task });
    expect(await read()).toEqual(before);
  });

  it('the note of a task result is refused with 409 to the second of two editors who saw the same', async () => {
    const { etag } = await put('one', { 'if-match': '"0"' });
    await put('two', { 'if-match': etag });
    expect(await refusal(put('three', { 'if-match': etag }))).toMatchObject({ status: 409 });
    expect(await refusal(owner.api.deleteTaskNote({ params: task, headers: { 'if-match': etag } }))).toMatchObject({
      status: 409,
    });
  });

  it('the note of a task result outlives the chip, and does not come into one that is made anew until it is edited', async () => {
    await put('one');
    await owner.api.deleteChip({ params: chip, query: { force: true } });
    expect((await owner.api.getTaskNote({ params: task })).content).toBe('one');
    await put('two');
    await owner.api.createChip({ body: { chip_id: 'c', topology_id: 'linear-3' } });
    expect((await summary()).task_notes).toEqual([]);
    expect(await owner.api.getChipDeletionImpact({ params: chip })).toMatchObject({ notes: 0 });
    await put('three');
    expect((await summary()).task_notes).toHaveLength(1);
    await owner.api.deleteTaskNote({ params: task });
    expect(await owner.api.getChipDeletionImpact({ params: chip })).toMatchObject({ notes: 0 });
    expect((await events()).map((event) => event.content)).toEqual(['one', 'two', 'three', '']);
  });

  it('the note of a task result is read with the result, with the tag that a write of it needs', async () => {
    const read = async () => (await owner.api.getTaskResult({ params: task })).user_note;
    const none = await read();
    expect(none).toMatchObject({ content: '', updated_at: null });
    await put('seen', { 'if-match': none.etag });
    const first = await read();
    expect(first).toEqual(await owner.api.getTaskNote({ params: task }));
    await put('seen again', { 'if-match': first.etag });
    expect((await refusal(put('late', { 'if-match': first.etag }))).status).toBe(409);
    await owner.api.deleteTaskNote({ params: task, headers: { 'if-match': (await read()).etag } });
    expect(await read()).toMatchObject({ content: '', updated_at: null, etag: none.etag });
  });

  it('the note of a task result that is not there is 404', async () => {
    const missing = refused(404, `Task result 'x' not found in project '${owner.projectId}'`);
    const params = { task_id: 'x' };
    expect(await refusal(owner.api.getTaskNote({ params }))).toEqual(missing);
    expect(await refusal(owner.api.upsertTaskNote({ params, ...content('') }))).toEqual(missing);
    expect(await refusal(owner.api.deleteTaskNote({ params }))).toEqual(missing);
  });
});

describe('timelines', () => {
  it('timelines of a chip and of a target are newest first, or oldest first, in exact pages', async () => {
    for (const n of [0, 1, 2, 3, 4]) {
      await owner.api.upsertQubitNote({ params: { ...chip, qid: String(n % 2) }, ...content(`note ${n}`) });
      world.advance(1);
    }
    const texts = (list: { content: string }[]) => list.map((event) => event.content.replace('note ', '')).join('');
    const page = await owner.api.listChipNoteEvents({ params: chip, query: { skip: 1, limit: 2 } });
    expect([texts(page.events), page.total, page.skip, page.limit]).toEqual(['32', 5, 1, 2]);
    expect(texts(await events({ cursor: undefined }))).toBe('01234');
    const next = await owner.api.listChipNoteEvents({ params: chip, query: { cursor: page.next_cursor ?? '' } });
    expect(texts(next.events)).toBe('10');
    const query = { scope: 'qubit', target_id: '0' } as const;
    const target = await owner.api.listTargetNoteEvents({ query });
    expect([texts(target.events), target.total]).toEqual(['420', 3]);
    expect(texts((await owner.api.listTargetNoteEvents({ query: { ...query, order: 'asc', limit: 2 } })).events)).toBe(
      '02',
    );
  });

  it('the timeline of a coupling is one under either order of its qubits, in exact pages', async () => {
    await owner.api.createChip({ body: { chip_id: 'd', topology_id: 'linear-3' } });
    for (const n of [0, 1, 2, 3, 4]) {
      const params = { chip_id: n % 2 ? 'd' : 'c', coupling_id: n % 3 ? '0-1' : '1-0' };
      await owner.api.upsertCouplingNote({ params, ...content(`${n}`) });
      world.advance(1);
    }
    // A chip of an earlier version may have the edge under its other id.
    const { events: stored } = await owner.api.listTargetNoteEvents({ query: { scope: 'coupling', target_id: '0-1' } });
    expect(stored.map((event) => event.target_id)).toEqual(Array.from({ length: 5 }, () => '0-1'));
    await batchWriteItems(
      world.stack.runtime.db,
      ['a', 'b', 'c'].map((text, n) => {
        const createdAt = new Date(Date.parse(stored[4 - n]?.created_at ?? '') + 1).toISOString();
        const of = { projectId: owner.projectId, chipId: 'e', scope: 'coupling', targetId: '1-0' } as const;
        return { put: noteEventEntity.encode(makeNoteEvent({ ...of, content: text, createdAt }), 1) };
      }),
    );
    for (const target_id of ['0-1', '1-0']) {
      const query = { scope: 'coupling', target_id } as const;
      const whole = await owner.api.listTargetNoteEvents({ query });
      const texts = (list: { content: string }[]) => list.map((event) => event.content).join('');
      expect([texts(whole.events), whole.total, whole.next_cursor]).toEqual(['43c2b1a0', 8, null]);
      const first = await owner.api.listTargetNoteEvents({ query: { ...query, skip: 1, limit: 3 } });
      expect([texts(first.events), first.total]).toEqual(['3c2', 8]);
      const rest = await owner.api.listTargetNoteEvents({ query: { ...query, cursor: first.next_cursor ?? '' } });
      expect([texts(rest.events), rest.total, rest.next_cursor]).toEqual(['b1a0', null, null]);
      const oldest = { ...query, order: 'asc', limit: 4 } as const;
      const begin = await owner.api.listTargetNoteEvents({ query: oldest });
      expect(texts(begin.events)).toBe('0a1b');
      const end = await owner.api.listTargetNoteEvents({ query: { ...oldest, cursor: begin.next_cursor ?? '' } });
      expect([texts(end.events), end.next_cursor]).toEqual(['2c34', null]);
      const one = await owner.api.listTargetNoteEvents({ query: { ...query, chip_id: 'd' } });
      expect([texts(one.events), one.total]).toEqual(['31', 2]);
    }
    const query = { scope: 'coupling', target_id: '0-1' } as const;
    expect(await refusal(owner.api.listTargetNoteEvents({ query: { ...query, cursor: 'x' } }))).toEqual(
      refused(400, "cursor is not a 'next_cursor' of this list"),
    );
  });

  it('timelines and the summary are narrowed to the notes on one metric', async () => {
    for (const metric_key of ['t1', 't2_echo', 't1']) {
      await owner.api.upsertQubitMetricNote({ params: { ...chip, qid: '0', metric_key }, ...content(metric_key) });
      world.advance(1);
    }
    await owner.api.upsertQubitMetricNote({
      params: { ...chip, qid: '1', metric_key: 't2_echo' },
      ...content('other'),
    });
    await owner.api.upsertQubitNote({ params: { ...chip, qid: '0' }, ...content('summary') });
    const t1 = { metric_key: 't1' };
    const ofChip = await owner.api.listChipNoteEvents({ params: chip, query: t1 });
    expect([ofChip.events.map((event) => event.metric_key), ofChip.total]).toEqual([['t1', 't1'], 2]);
    const paged = await owner.api.listChipNoteEvents({ params: chip, query: { ...t1, limit: 1 } });
    expect(paged).toMatchObject({ events: [ofChip.events[0]], total: 2 });
    const behind = { ...t1, cursor: paged.next_cursor ?? '' };
    expect(await owner.api.listChipNoteEvents({ params: chip, query: behind })).toMatchObject({
      events: [ofChip.events[1]],
      next_cursor: null,
    });
    const query = { scope: 'qubit_metric', target_id: '0', ...t1 } as const;
    expect((await owner.api.listTargetNoteEvents({ query })).events).toEqual(ofChip.events);
    const { qubits } = await summary(t1);
    expect(qubits.map((one) => [one.target_id, one.note.content, Object.keys(one.metric_notes)])).toEqual([
      ['0', 'summary', ['t1']],
    ]);
  });

  it('timelines of a target are those of all chips, unless one is named; of a chip that was never noted, empty', async () => {
    await owner.api.createChip({ body: { chip_id: 'd', topology_id: 'linear-3' } });
    for (const chip_id of ['c', 'd'])
      await owner.api.upsertQubitNote({ params: { chip_id, qid: '0' }, ...content(chip_id) });
    const query = { scope: 'qubit', target_id: '0' } as const;
    expect((await owner.api.listTargetNoteEvents({ query })).total).toBe(2);
    const { events: found, total } = await owner.api.listTargetNoteEvents({ query: { ...query, chip_id: 'd' } });
    expect([found.map((event) => event.content), total]).toEqual([['d'], 1]);
    expect(await owner.api.listTargetNoteEvents({ query: { ...query, scope: 'coupling' } })).toMatchObject({
      total: 0,
    });
    await owner.api.createChip({ body: { chip_id: 'e', topology_id: 'linear-3' } });
    expect(await owner.api.listChipNoteEvents({ params: { chip_id: 'e' } })).toMatchObject({ events: [], total: 0 });
  });

  it('a timeline of an unknown scope, or of no target, is 400', async () => {
    for (const path of ['scope=chips&target_id=c', 'scope=qubit', 'target_id=0', 'scope=qubit&target_id=']) {
      const answer = await world.raw('GET', `/note-events/by-target?${path}`, { token: owner.token });
      expect([path, answer.status]).toEqual([path, 400]);
    }
  });
});

describe('another project', () => {
  it('notes of another project are unknown: every id is as one that nobody has, and nothing here changes', async () => {
    await batchWriteItems(world.stack.runtime.db, [
      {
        put: taskResultEntity.encode(
          taskResultRecord({ projectId: owner.projectId, taskId: 'task-1', chipId: 'c' }),
          1,
        ),
      },
    ]);
    await owner.api.upsertQubitNote({ params: { ...chip, qid: '0' }, ...content('secret') });
    await owner.api.upsertTaskNote({ params: { task_id: 'task-1' }, ...content('secret') });
    const { comment_id } = await owner.api.createQubitNoteComment({
      params: { ...chip, qid: '0' },
      ...content('secret'),
    });
    const other = await world.register(`other-${counter}`);
    await other.api.createChip({ body: { chip_id: 'mine', topology_id: 'linear-3' } });
    const before = await world.scan();
    for (const chip_id of ['c', 'never-was']) {
      const qubit = { chip_id, qid: '0' };
      const calls = [
        () => other.api.getChipNotesSummary({ params: { chip_id } }),
        () => other.api.getChipNote({ params: { chip_id } }),
        () => other.api.listChipNoteEvents({ params: { chip_id } }),
        () => other.api.upsertQubitNote({ params: qubit, ...content('x') }),
        () => other.api.deleteQubitNote({ params: qubit }),
        () => other.api.updateQubitNoteComment({ params: { ...qubit, comment_id }, ...content('x') }),
        () => other.api.deleteQubitNoteComment({ params: { ...qubit, comment_id } }),
      ];
      for (const call of calls)
        expect(await refusal(call())).toEqual(
          refused(404, `Chip '${chip_id}' not found in project '${other.projectId}'`),
        );
    }
    for (const task_id of ['task-1', 'never-was'])
      expect(await refusal(other.api.getTaskNote({ params: { task_id } }))).toEqual(
        refused(404, `Task result '${task_id}' not found in project '${other.projectId}'`),
      );
    for (const target_id of ['0', 'task-1'])
      for (const scope of ['qubit', 'task_result'] as const)
        expect(await other.api.listTargetNoteEvents({ query: { scope, target_id } })).toMatchObject({
          events: [],
          total: 0,
        });
    expect(await world.scan()).toBe(before);
    expect(
      await refusal(world.client(other.token, owner.projectId).getChipNotesSummary({ params: chip })),
    ).toMatchObject({ status: 403 });
  });
});

describe('a call that is repeated', () => {
  it('a repeated call on notes under its Idempotency-Key has one event and one answer, whatever it was', async () => {
    const headers = (key: string) => ({ headers: { 'idempotency-key': `${key}-${counter}` } });
    const params = { ...chip, qid: '0' };
    const twice = async <T>(call: () => Promise<T>) => expect(await call()).toEqual(await call());
    await twice(() => owner.api.upsertChipNote({ params: chip, ...headers('chip'), ...content('one') }));
    await twice(() => owner.api.upsertQubitNote({ params, ...headers('put'), ...content('one') }));
    await twice(() => owner.api.createQubitNoteComment({ params, ...headers('post'), ...content('one') }));
    await twice(() => owner.api.deleteQubitNote({ params, ...headers('delete') }));
    await twice(() => owner.api.updateChip({ params: chip, ...headers('patch'), body: { note: 'two' } }));
    expect(await events()).toHaveLength(5);
  });
});
