import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { batchWriteItems } from '#shared/kernel/store/dynamodb/database.ts';
import { taskResultEntity } from '#shared/results/store/task-results.ts';
import { taskResultRecord } from '#test/support/runs/task-result.ts';
import { refusal, refused } from '../support/refusal.ts';
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
  await owner.api.createChip({ body: { chip_id: 'c', topology_id: 'linear-3' } });
  world.advance(1);
});

const chip = { chip_id: 'c' };
const content = (text: string) => ({ body: { content: text } });
const events = async (query: object = {}) =>
  (await owner.api.listChipNoteEvents({ params: chip, query: { order: 'asc', ...query } })).events;
const summary = (query: object = {}) => owner.api.getChipNotesSummary({ params: chip, query });

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
    await owner.api.deleteChip({ params: chip, query: { force: true, permanent: true } });
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

describe('another project', () => {
  it('notes of another project are unknown: every id is as one that no one has, and nothing here changes', async () => {
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
