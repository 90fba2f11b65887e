import { expect, it } from 'vitest';
import { cancelRun } from '#shared/runs/verbs/end/cancel-run.ts';
import { refusal } from '../support/refusal.ts';
import {
  claimed,
  claimNow,
  ctx,
  done,
  executionId,
  fence,
  flow_run_id,
  onWorkerRuns,
  owner,
  type Result,
  report,
  world,
} from './scene.ts';

onWorkerRuns();

type Page = Awaited<ReturnType<typeof owner.api.getRunContext>>;
const pageOf = (query: { fence?: number; cursor?: string } = {}) =>
  owner.api.getRunContext({ params: { flow_run_id }, query });

/** Every page, and all of them together. */
async function wholeContext(): Promise<{ pages: Page[]; values: Page['values']; results: Page['results'] }> {
  const pages = [await pageOf({ fence })];
  for (let cursor = pages[0]?.next; cursor; cursor = pages.at(-1)?.next) pages.push(await pageOf({ fence, cursor }));
  return { pages, values: pages.flatMap(({ values }) => values), results: pages.flatMap(({ results }) => results) };
}

const t1 = (qid: string, value: number, given: Partial<Result> = {}): Result => ({
  ...{ ...done, qid, output_parameters: { t1: { value, error: 0.5, unit: 'us' } } },
  ...given,
});

it('the first page names the qubits with their muxes, the couplings, and the parameters of tasks', async () => {
  await claimed();
  const [first, ...others] = (await wholeContext()).pages;
  expect(first?.chip).toEqual({
    chip_id: 'chip',
    size: 4,
    qubits: ['0', '1', '2', '3'].map((qid) => ({ qid, mux_id: 0 })),
    couplings: ['0-1', '1-2', '2-3'].map((coupling_id) => ({ coupling_id })),
    muxes: [{ mux_id: 0, qids: ['0', '1', '2', '3'] }],
  });
  expect(first?.task_parameters).toEqual({});
  for (const page of others) expect([page.chip, page.task_parameters]).toEqual([null, null]);
});

it('values have their error, age, state and source, faulty marks and what waits among them', async () => {
  await owner.api.updateProject({ params: { project_id: owner.projectId }, body: { value_gate: 'hold' } });
  Object.assign(ctx, { gate: 'hold' });
  await claimed();
  const later = '2025-03-01T12:05:00Z';
  await report(t1('0', 41), t1('0', 40, { end_at: later, attempt: 1, r2: 0.2 }), t1('1', -4));
  const { values } = await wholeContext();
  const at = '2025-03-01T12:00:30.000Z';
  expect(values).toMatchObject([
    {
      kind: 'qubit',
      target_id: '0',
      metric: 't1',
      value: 41,
      error: 0.5,
      unit: 'us',
      measured_at: at,
      state: 'current',
    },
    { kind: 'qubit', target_id: '0', metric: 't1', value: 40, unit: 'us', state: 'held' },
    { kind: 'qubit', target_id: '1', metric: 't1', value: null, measured_at: at, state: 'faulty' },
  ]);
  expect(values[0]).toMatchObject({ execution_id: executionId, source: 'task' });
});

it('what has ended comes with its attempt and the names that the worker gave, and the last page says that it is all', async () => {
  await claimed();
  const coupling: Result = {
    ...{ ...done, task: 'CheckECR', task_type: 'coupling', qid: '1-0' },
    output_parameters: { ecr_gate_fidelity: { value: 0.98 } },
  };
  await report(t1('0', 41, { status: 'failed', message: 'no fit' }), t1('0', 41, { attempt: 1 }), coupling);
  await report({ ...done, qid: '2', status: 'running' });
  const { pages, results } = await wholeContext();
  const found = results.map(({ task, qid, attempt, status }) => `${task} ${qid} ${attempt} ${status}`);
  expect(found.toSorted()).toEqual(['CheckECR 1-0 0 completed', 'CheckT1 0 0 failed', 'CheckT1 0 1 completed']);
  expect(results.find(({ qid }) => qid === '1-0')?.output_parameters).toMatchObject({
    ecr_gate_fidelity: { value: 0.98 },
  });
  expect(results.find(({ status }) => status === 'failed')).toMatchObject({ message: 'no fit', stage: 0 });
  expect(pages.map(({ results_complete }) => results_complete)).toContain(true);
});

it('the last good result of a task is the newest that completed, also behind one that failed', async () => {
  await claimed();
  const at = (seconds: number) => ({ end_at: new Date(world.now().getTime() + seconds * 1000).toISOString() });
  const { results } = await report(
    t1('0', 41, at(1)),
    t1('0', 42, { ...at(2), attempt: 1 }),
    t1('0', 43, { ...at(3), attempt: 2, status: 'failed' }),
    t1('1', 44, at(1)),
    t1('2', 45, { ...at(1), status: 'failed' }),
  );
  const good = (await wholeContext()).pages.flatMap(({ last_good }) => last_good);
  expect(good.map(({ task, qid, task_id }) => ({ task, qid, task_id }))).toEqual([
    { task: 'CheckT1', qid: '1', task_id: results[3]?.task_id },
    { task: 'CheckT1', qid: '0', task_id: results[1]?.task_id },
  ]);
});

it("a value of a qubit of a coupling names the coupling's result, for a replay that puts it back", async () => {
  await claimed();
  const control_frequency = {
    value: 5.01,
    unit: 'GHz',
    qid_role: 'control',
    parameter_name: 'qubit_frequency',
  } as const;
  const target = { task: 'CheckCZ', task_type: 'coupling', qid: '0-1' } as const;
  const { results: reported } = await report({ ...done, ...target, output_parameters: { control_frequency } });
  const { results } = await wholeContext();
  expect(results.find(({ qid_role }) => qid_role)).toMatchObject({
    ...{ qid: '0', qid_role: 'control', upstream_id: reported[0]?.task_id },
    output_parameters: { qubit_frequency: { value: 5.01 } },
  });
  expect(results.find(({ qid }) => qid === '0-1')).not.toHaveProperty('upstream_id');
});

it('a run of more results than a page holds tells all of them, once', async () => {
  await claimed();
  for (let batch = 0; batch < 5; batch += 1)
    await report(
      ...Array.from(
        { length: 24 },
        (_, n): Result => ({
          ...{ ...done, task: `Task${batch}`, task_type: 'global', qid: '', output_parameters: {} },
          attempt: n,
        }),
      ),
    );
  const { pages, results } = await wholeContext();
  expect(new Set(results.map(({ task_id }) => task_id)).size).toBe(120);
  expect(results).toHaveLength(120);
  expect(pages.map(({ results_complete }) => results_complete).filter((complete) => complete !== null)).toEqual([true]);
});

it('the context is refused to a worker that must stop, and read by others without a fence', async () => {
  await claimed();
  const old = fence;
  await claimNow();
  expect(await refusal(pageOf({ fence: old }))).toMatchObject({ status: 409 });
  expect((await pageOf()).chip?.chip_id).toBe('chip');
  await cancelRun(ctx, flow_run_id);
  expect((await pageOf({ fence })).chip?.chip_id).toBe('chip');
});

it('a cursor that names more tasks than a page has is 400', async () => {
  await claimed();
  const tasks = Array.from({ length: 5 }, (_, n) => ({ name: `Task${n}`, kind: 'qubit' }));
  const position = { executionId, chipId: 'chip', at: 'tasks', tasks, next: 5 };
  const cursor = Buffer.from(JSON.stringify(position)).toString('base64url');
  expect(await refusal(pageOf({ cursor }))).toMatchObject({ status: 400, detail: expect.stringContaining('cursor') });
});

it('a cursor of another list or run is 400 or 404, and so is a run of another project', async () => {
  await claimed();
  expect(await refusal(pageOf({ cursor: 'abc' }))).toMatchObject({ status: 400 });
  const { next } = await pageOf();
  const other = { flow_run_id: '6d1f0c6e-7c0e-4c53-9f0a-3a0d7f9f3d10' };
  const query = next ? { cursor: next } : {};
  expect(await refusal(owner.api.getRunContext({ params: other, query }))).toMatchObject({ status: 404 });
  expect(await refusal(owner.api.getRunContext({ params: other, query: {} }))).toMatchObject({ status: 404 });
});
