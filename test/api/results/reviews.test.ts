import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { measuredValue, outcomeOf, plannedTask } from '#test/support/runs/run-results.ts';
import { refusal } from '../support/refusal.ts';
import { type SeededRun, seedRun } from '../support/task-results.ts';
import { type Caller, startWorld, type World } from '../support/world.ts';

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.stop());

let counter = 0;
interface Lab {
  owner: Caller;
  run: SeededRun;
  api: Caller['api'];
  /** Results of CheckT1 on the qubits 0, 1 and 2. */
  ids: string[];
  id: string;
}

/** A project with results of a task on three qubits. */
async function lab(): Promise<Lab> {
  counter += 1;
  const owner = await world.register(`owner-${counter}`);
  const { projectId, username } = owner;
  await owner.api.createChip({ body: { chip_id: 'c', topology_id: 'linear-4' } });
  const run = await seedRun(world.stack.runtime, { projectId, chipId: 'c', username });
  const ids = ['0', '1', '2'].map((target) => `t1-${counter}-${target}`);
  await measure(run, ids);
  return { owner, run, api: owner.api, ids, id: ids[0] ?? '' };
}

const measure = (run: SeededRun, ids: readonly string[], name = 'CheckT1') =>
  run.write(
    ids.map((taskId, n) => {
      const planned = plannedTask(n, { target: String(n), taskId, name });
      return {
        kind: 'ended',
        planned,
        outcome: outcomeOf(planned, { outputParameters: { t1: measuredValue(30 + n) } }),
      };
    }),
  );
interface Filter {
  chip_id?: string;
  task_name?: string;
  status?: 'completed';
  decision?: string;
  latest_only?: boolean;
  skip?: number;
  limit?: number;
}
const bulk = { chip_id: 'c', task: 'CheckT1' };
const of = (task_id: string) => ({ params: { task_id } });

it('reviews are asked for of the latest result of every target, and wait to be written', async () => {
  const { api, ids, owner } = await lab();
  const model_override = { provider: 'ours', name: 'judge-2', temperature: 0.2 };
  const asked = await api.requestBulkAiReview({ body: { ...bulk, model_override } });
  expect(asked).toMatchObject({ ...bulk, entity_type: 'qubit', date: null, requested_count: 3, skipped_reason: null });
  expect(asked.task_ids.toSorted()).toEqual(ids);
  const { items, total, status_counts, decision_counts } = await api.listTaskResultAiReviews({});
  expect([total, status_counts, decision_counts]).toEqual([3, { requested: 3 }, {}]);
  expect(items.find(({ qid }) => qid === '1')).toMatchObject({
    ...{ task_id: ids[1], review_run_id: asked.review_run_id, task_name: 'CheckT1', chip_id: 'c', target: '1' },
    ...{ task_status: 'completed', review_status: 'requested', decision: '', review_markdown: '', format_ok: false },
    ...{ requested_by: owner.username, completed_at: null, note_updated_at: null, model: 'ours/judge-2' },
  });
  const { run } = await api.getTaskResultAiReviewRun({ params: { review_run_id: asked.review_run_id } });
  expect(run).toMatchObject({
    ...{ trigger_type: 'manual_chip_bulk', total: 3, requested_count: 3, completed_count: 0, completed_at: null },
    ...{ model: 'ours/judge-2', requested_by: owner.username, chip_id: 'c', entity_type: 'qubit' },
  });
});

it('a review that was asked for is written in its run, and a completed one is on its result', async () => {
  const { api, id, ids, owner } = await lab();
  const { review_run_id } = await api.requestBulkAiReview({ body: { ...bulk, task_ids: ids.slice(0, 2) } });
  const running = await api.upsertTaskResultAiReview({ ...of(id), body: { review_run_id, status: 'running' } });
  expect([running.review_status, running.completed_at]).toEqual(['running', null]);
  expect((await api.getTaskResult(of(id))).ai_review_note.content).toBe('');
  const review_markdown = '## AI review\nA clean decay.';
  const body = { review_run_id, decision: 'pass', primary_reason: 'clean', suggested_labels: 'good', review_markdown };
  const written = await api.upsertTaskResultAiReview({ ...of(id), body });
  expect(written).toMatchObject({
    ...{ review_run_id, review_status: 'completed', decision: 'pass', primary_reason: 'clean', review_markdown },
    ...{ format_ok: true, reviewed_by: owner.username, needs_review: '', error: '' },
  });
  expect((await api.getTaskResult(of(id))).ai_review_note).toEqual({
    ...{ content: review_markdown, updated_by: owner.username, updated_at: written.note_updated_at },
  });
  const failed = { review_run_id, status: 'failed' as const, error: 'out of memory' };
  await api.upsertTaskResultAiReview({ ...of(ids[1] ?? ''), body: failed });
  const { run, items } = await api.getTaskResultAiReviewRun({ params: { review_run_id } });
  expect(run).toMatchObject({
    ...{ total: 2, completed_count: 1, failed_count: 1, requested_count: 0, decision_counts: { pass: 1 } },
    status_counts: { completed: 1, failed: 1 },
  });
  expect(run.completed_at).toBe(items.map(({ completed_at }) => completed_at ?? '').toSorted()[1]);
  expect((await api.getTaskResult(of(ids[1] ?? ''))).ai_review_note.content).toBe('');
});

it('writing a review again changes what is named, and its instants grow', async () => {
  const { api, id } = await lab();
  const first = await api.upsertTaskResultAiReview({ ...of(id), body: { decision: 'pass', human_label: 'fine' } });
  const { review_run_id } = first;
  const body = { review_run_id, decision: 'reject', human_label: null };
  const second = await api.upsertTaskResultAiReview({ ...of(id), body });
  expect([second.decision, second.human_label]).toEqual(['reject', 'fine']);
  expect(Date.parse(second.note_updated_at ?? '')).toBeGreaterThan(Date.parse(first.note_updated_at ?? ''));
  expect((await api.listTaskResultAiReviews({})).total).toBe(1);
});

it('a review without a run is a run of one, and no run overwrites it', async () => {
  const { api, run, ids, id } = await lab();
  const { review_run_id } = await api.upsertTaskResultAiReview({ ...of(id), body: { review_markdown: 'seen' } });
  const { items } = await api.listTaskResultAiReviewRuns({});
  expect(items).toHaveLength(1);
  expect(items[0]).toMatchObject({ review_run_id, trigger_type: 'single', total: 1, completed_count: 1 });
  await measure(run, ids);
  expect((await api.getTaskResult(of(id))).ai_review_note.content).toBe('seen');
});

it('lists are filtered by chip, task, status and decision, and counts say what there is besides', async () => {
  const { api, run, ids, id } = await lab();
  const more = [`echo-${counter}`];
  await measure(run, more, 'CheckT2Echo');
  await api.requestBulkAiReview({ body: bulk });
  await api.requestBulkAiReview({ body: { ...bulk, task: 'CheckT2Echo' } });
  await api.upsertTaskResultAiReview({ ...of(id), body: { decision: 'pass' } });
  const ofQuery = async (query: Filter) => {
    const { items, total, ...counts } = await api.listTaskResultAiReviews({ query });
    return { tasks: items.map(({ task_id }) => task_id), total, ...counts };
  };
  expect((await ofQuery({})).tasks).toEqual([id, ...more, ...ids.toReversed()]);
  expect(await ofQuery({ task_name: 'CheckT2Echo' })).toMatchObject({ tasks: more, status_counts: { requested: 1 } });
  expect(await ofQuery({ task_name: 'CheckT1', status: 'completed' })).toMatchObject({
    ...{ tasks: [id], total: 1, status_counts: { requested: 3, completed: 1 }, decision_counts: { pass: 1 } },
  });
  expect((await ofQuery({ decision: 'pass' })).tasks).toEqual([id]);
  expect((await ofQuery({ chip_id: 'other' })).total).toBe(0);
  expect((await ofQuery({ latest_only: true, task_name: 'CheckT1' })).tasks).toEqual([id, ids[2], ids[1]]);
  expect((await ofQuery({ skip: 1, limit: 2 })).tasks).toEqual([...more, ids[2]]);
  const runs = await api.listTaskResultAiReviewRuns({ query: { task_name: 'CheckT1', limit: 1 } });
  expect([runs.total, runs.items.map(({ trigger_type }) => trigger_type)]).toEqual([2, ['single']]);
});

it('reviews of results that are named read those, and no list of latest results', async () => {
  const { api, ids } = await lab();
  const sent = vi.spyOn(world.stack.client, 'send');
  const latestReads = () =>
    sent.mock.calls.filter(([command]) => /#LATEST#/.test(JSON.stringify(command.input))).length;
  expect((await api.requestBulkAiReview({ body: { ...bulk, task_ids: ids } })).task_ids).toEqual(ids);
  expect(latestReads()).toBe(0);
  await api.requestBulkAiReview({ body: bulk });
  expect(latestReads()).toBeGreaterThan(0);
  expect(await refusal(api.requestBulkAiReview({ body: { ...bulk, chip_id: 'none', task_ids: ids } }))).toMatchObject({
    status: 404,
  });
});

it('where there is nothing to review there is no run', async () => {
  const { api } = await lab();
  const asked = await api.requestBulkAiReview({ body: { ...bulk, task: 'CheckRabi' } });
  expect(asked).toMatchObject({ review_run_id: '', requested_count: 0, task_ids: [] });
  expect(asked.skipped_reason).toContain('CheckRabi');
  const yesterday = await api.requestBulkAiReview({ body: { ...bulk, date: '20200101' } });
  expect(yesterday.requested_count).toBe(0);
  expect((await api.listTaskResultAiReviewRuns({})).total).toBe(0);
});

it('what is not there, of another task, or too long is refused, and changes nothing', async () => {
  const { api, id, ids } = await lab();
  const { review_run_id } = await api.requestBulkAiReview({ body: { ...bulk, task_ids: [id] } });
  const before = await api.listTaskResultAiReviews({});
  const none = `airv_${'0'.repeat(32)}`;
  const refused = await Promise.all(
    [
      api.requestBulkAiReview({ body: { ...bulk, chip_id: 'none' } }),
      api.requestBulkAiReview({ body: { ...bulk, task_ids: ['none'] } }),
      api.requestBulkAiReview({ body: { ...bulk, task: 'CheckRabi', task_ids: [id] } }),
      api.upsertTaskResultAiReview({ ...of('none'), body: {} }),
      api.upsertTaskResultAiReview({ ...of(id), body: { review_run_id: none } }),
      api.upsertTaskResultAiReview({ ...of(ids[1] ?? ''), body: { review_run_id } }),
      api.upsertTaskResultAiReview({ ...of(id), body: { review_run_id, review_markdown: 'é'.repeat(10_001) } }),
      api.getTaskResultAiReviewRun({ params: { review_run_id: none } }),
      api.listTaskResultAiReviews({ query: { skip: 10_001 } }),
    ].map((call) => refusal(call as Promise<unknown>)),
  );
  expect(refused.map(({ status }) => status)).toEqual([404, 400, 400, 404, 400, 400, 400, 404, 400]);
  expect(await api.listTaskResultAiReviews({})).toEqual(before);
});

it('a request that arrives twice asks once', async () => {
  const { api } = await lab();
  const headers = { 'idempotency-key': `ask-${counter}` };
  const first = await api.requestBulkAiReview({ body: bulk, headers });
  expect(await api.requestBulkAiReview({ body: bulk, headers })).toEqual(first);
  expect((await api.listTaskResultAiReviewRuns({})).total).toBe(1);
});

it('a run with as many of the largest reviews as it holds is an answer, and so is a page of them', async () => {
  const owner = await world.register(`owner-many-${counter}`);
  const { projectId, username, api } = owner;
  await api.createChip({ body: { chip_id: 'c', topology_id: 'linear-256' } });
  const run = await seedRun(world.stack.runtime, { projectId, chipId: 'c', username });
  const ids = Array.from({ length: 201 }, (_, n) => `many-${n}`);
  await measure(run, ids);
  const all = await refusal(api.requestBulkAiReview({ body: bulk }));
  expect([all.status, all.detail]).toEqual([400, expect.stringContaining("'task_ids'")]);
  const task_ids = ids.slice(0, 200);
  const { review_run_id } = await api.requestBulkAiReview({ body: { ...bulk, task_ids } });
  const body = { review_run_id, review_markdown: '😀'.repeat(5000) };
  for (const id of task_ids) await api.upsertTaskResultAiReview({ ...of(id), body });
  const found = await api.getTaskResultAiReviewRun({ params: { review_run_id } });
  expect([found.items.length, found.run.completed_count]).toEqual([200, 200]);
  expect((await api.listTaskResultAiReviews({ query: { limit: 200 } })).items).toHaveLength(200);
});
