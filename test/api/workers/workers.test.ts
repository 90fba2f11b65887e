import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { contextOf } from '#functions/runtime.ts';
import type { CallInput, Client } from '#shared/contract/client.ts';
import type { Registry } from '#shared/contract/registry.ts';
import { awaitToken } from '#shared/services/runs/await-token.ts';
import { beginRun } from '#shared/services/runs/begin-run.ts';
import { cancelRun } from '#shared/services/runs/cancel-run.ts';
import { getUser } from '#shared/store/users.ts';
import { fakeOrchestrator, type RunContext } from '#test/support/runs.ts';
import { startWorkerRun } from '#test/support/worker.ts';
import { refusal } from '../support/refusal.ts';
import { type Caller, startWorld, type World } from '../support/world.ts';

let world: World;
let owner: Caller;
let ctx: RunContext;
let flow_run_id: string;
let executionId: string;
let fence: number;
let counter = 0;

beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.stop());
beforeEach(async () => {
  counter += 1;
  const orchestrator = fakeOrchestrator();
  // In place of the state machine of the stack: here the test says how far a run is.
  world.stack.runtime.ports.orchestrator = orchestrator;
  owner = await world.register(`owner-${counter}`);
  await owner.api.createChip({ body: { chip_id: 'chip', topology_id: 'linear-4' } });
  const user = await getUser(world.stack.runtime.db, owner.userId);
  if (!user) throw new Error('the owner is gone');
  const actor = { user, apiToken: undefined };
  ctx = { ...contextOf(world.stack.runtime, 'test'), actor, projectId: owner.projectId, role: 'owner', orchestrator };
});

/** A run that waits for a claim. */
async function waiting(): Promise<void> {
  const run = await startWorkerRun(ctx);
  ({ flowRunId: flow_run_id, executionId } = run);
  await beginRun(ctx, run);
  await awaitToken(ctx, run, { kind: 'claim', token: `claim of ${flow_run_id}` });
}

const claimAs = (api: Client, given: Partial<CallInput<Registry['claimRun']>['body']> = {}) =>
  api.claimRun({ body: { worker: 'fridge-2', backends: ['worker'], claim_key: randomUUID(), ...given } });

/** A run that the owner's worker has claimed. */
async function claimed(): Promise<void> {
  await waiting();
  const { run } = await claimAs(owner.api);
  fence = run?.fence ?? 0;
  await awaitToken(
    ctx,
    { projectId: ctx.projectId, executionId, flowRunId: flow_run_id },
    { kind: 'worker', token: 'work' },
  );
}

type Result = CallInput<Registry['reportTaskResults']>['body']['results'][number];
const task = { task: 'CheckT1', task_type: 'qubit', qid: '1' } as const;
const done: Result = {
  ...task,
  status: 'completed',
  start_at: '2025-03-01T12:00:00Z',
  end_at: '2025-03-01T12:00:30Z',
  output_parameters: { t1: { value: 41.5, unit: 'us' } },
};
const report = (...results: Result[]) =>
  owner.api.reportTaskResults({ params: { flow_run_id }, body: { fence, results } });
const file = { ...task, name: 'decay.csv', kind: 'raw', content_type: 'text/csv', size_bytes: 3 } as const;
const uploadsOf = (...files: CallInput<Registry['createUploads']>['body']['files']) =>
  owner.api.createUploads({ params: { flow_run_id }, body: { fence, files } });
const line = (text: string) => ({ at: '2025-03-01T12:00:00Z', level: 'info' as const, text });
const log = (sequence: number, ...texts: string[]) =>
  owner.api.appendRunLog({ params: { flow_run_id }, body: { fence, sequence, lines: texts.map(line) } });
const lines = async (query: object = {}) => owner.api.listRunLog({ params: { execution_id: executionId }, query });

describe('claimRun', () => {
  test('without a run that waits says when to ask again', async () => {
    expect(await claimAs(owner.api)).toEqual({ run: null, retry_after_seconds: 5 });
    const run = await startWorkerRun(ctx);
    expect(await claimAs(owner.api)).toEqual({ run: null, retry_after_seconds: 2 });
    await beginRun(ctx, run);
    expect(await claimAs(owner.api)).toEqual({ run: null, retry_after_seconds: 2 });
    expect(await claimAs(owner.api, { backends: ['other'] })).toEqual({ run: null, retry_after_seconds: 5 });
  });

  test('gives the run to one worker, and its token the word that it is taken', async () => {
    await waiting();
    expect(await claimAs(owner.api, { backends: ['simulator', 'other'] })).toMatchObject({ run: null });
    const { run } = await claimAs(owner.api, { backends: ['other', 'worker'] });
    expect(run).toMatchObject({ execution_id: executionId, flow_run_id, resumed: false, code: 'def main(): pass' });
    expect(ctx.orchestrator.completed).toEqual([
      { token: `claim of ${flow_run_id}`, output: { worker: 'fridge-2', fence: run?.fence } },
    ]);
    expect(await claimAs(owner.api, { worker: 'fridge-3' })).toEqual({ run: null, retry_after_seconds: 30 });
  });

  test('in another project finds nothing', async () => {
    await waiting();
    const other = await world.register(`other-${counter}`);
    expect(await claimAs(other.api)).toEqual({ run: null, retry_after_seconds: 5 });
  });

  test.each([
    ['a name with a slash', { worker: 'a/b' }],
    ['no backend', { backends: [] }],
    ['a key that is no UUID', { claim_key: 'one' }],
  ])('is 400 for %s', async (_, given) => {
    expect(await refusal(claimAs(owner.api, given))).toMatchObject({ status: 400 });
  });
});

describe('a run of another project', () => {
  test('is 404 to every operation, as if it did not exist', async () => {
    await claimed();
    const { api } = await world.register(`other-${counter}`);
    const params = { flow_run_id };
    const calls = [
      () => api.heartbeatRun({ params, body: { fence } }),
      () => api.reportTaskResults({ params, body: { fence, results: [done] } }),
      () => api.createUploads({ params, body: { fence, files: [file] } }),
      () => api.appendRunLog({ params, body: { fence, sequence: 0, lines: [line('x')] } }),
      () => api.finishRun({ params, body: { fence, status: 'failed' } }),
      () => api.listRunLog({ params: { execution_id: executionId } }),
    ];
    for (const call of calls) expect(await refusal(call())).toMatchObject({ status: 404 });
    expect(await owner.api.heartbeatRun({ params, body: { fence } })).toMatchObject({ stop: false });
  });
});

describe('a worker that must stop', () => {
  test.each([
    ['after a cancellation', () => cancelRun(ctx, flow_run_id), 'cancelled', 'Cancellation of execution'],
    ['after a force-unlock', () => owner.api.forceUnlockExecution({ body: {} }), 'ended', 'has ended'],
    ['after another process took the run over', () => claimAs(owner.api), 'superseded', 'was taken over'],
  ] as const)('%s hears it from every write', async (_, act, reason, detail) => {
    await claimed();
    await act();
    ctx.orchestrator.beats.length = 0;
    const params = { flow_run_id };
    expect(await owner.api.heartbeatRun({ params, body: { fence } })).toMatchObject({ stop: true, reason });
    for (const call of [() => report(done), () => uploadsOf(file), () => log(0, 'x')])
      expect(await refusal(call())).toMatchObject({ status: 409, detail: expect.stringContaining(detail) });
    expect(ctx.orchestrator.beats).toEqual([]);
    const { task: tasks } = await owner.api.getExecution({ params: { execution_id: executionId } });
    expect(tasks).toEqual([]);
  });
});

describe('heartbeatRun', () => {
  test('tells the state machine, and everybody how many tasks there will be and what the worker is about', async () => {
    await claimed();
    const params = { flow_run_id };
    const body = { fence, planned_tasks: 40, message: 'cooling' };
    expect(await owner.api.heartbeatRun({ params, body })).toEqual({
      ...{ stop: false, reason: null },
      ...{ heartbeat_seconds: 30, window_seconds: 120 },
    });
    expect(ctx.orchestrator.beats).toEqual(['work']);
    const { progress } = await owner.api.getExecution({ params: { execution_id: executionId } });
    expect(progress.planned).toBe(40);
    expect((await owner.api.listWorkers()).workers).toMatchObject([
      { worker: 'fridge-2', status: 'running', execution_id: executionId, message: 'cooling' },
    ]);
  });

  test('of an unknown run is 404, of what is no run 400', async () => {
    const beat = (id: string) => owner.api.heartbeatRun({ params: { flow_run_id: id }, body: { fence: 1 } });
    expect(await refusal(beat(randomUUID()))).toMatchObject({ status: 404 });
    expect(await refusal(beat('20250301-000'))).toMatchObject({ status: 400 });
  });
});

describe('reportTaskResults', () => {
  test('writes several that run at once, their ends, and why one failed', async () => {
    await claimed();
    const running = { ...done, status: 'running' as const };
    await report({ ...running, qid: '0' }, running, { ...running, task_type: 'coupling', qid: '1-0', task: 'CheckCR' });
    const failed: Result = {
      ...done,
      status: 'failed',
      message: 'no fit',
      stack_trace: 'Traceback',
      output_parameters: {},
    };
    const { results } = await report({ ...done, qid: '0' }, failed, {
      ...task,
      qid: '2',
      status: 'skipped',
      end_at: done.end_at,
    });
    expect(results.map(({ outcome }) => outcome)).toEqual(['written', 'written', 'written']);
    const { task: tasks } = await owner.api.getExecution({ params: { execution_id: executionId } });
    expect(Object.fromEntries(tasks.map(({ qid, status }) => [qid, status]))).toEqual({
      ...{ '0': 'completed', '1': 'failed', '2': 'skipped', '0-1': 'running' },
    });
    const detail = await owner.api.getTaskResult({ params: { task_id: results[1]?.task_id ?? '' } });
    expect(detail).toMatchObject({ status: 'failed', message: 'no fit', stack_trace: 'Traceback' });
    expect((await owner.api.listBackends()).backends.map(({ name }) => name)).toContain('worker');
    expect((await owner.api.listTasks()).tasks.map(({ name }) => name).sort()).toEqual(['CheckCR', 'CheckT1']);
  });

  test('keeps the longest message whole, whatever its letters', async () => {
    await claimed();
    const message = `!${'😀'.repeat(1999)}`;
    const { results } = await report({ ...done, message });
    const result = await owner.api.getTaskResult({ params: { task_id: results[0]?.task_id ?? '' } });
    expect(result.message).toBe(message);
  });

  test('that comes twice or late changes nothing', async () => {
    await claimed();
    await report(done);
    const outcomes = async (...results: Result[]) => (await report(...results)).results.map(({ outcome }) => outcome);
    expect(await outcomes(done)).toEqual(['repeated']);
    expect(await outcomes({ ...done, status: 'running' })).toEqual(['late']);
    expect(await outcomes({ ...done, end_at: '2025-03-01T13:00:00Z' })).toEqual(['late']);
    expect(await outcomes({ ...done, attempt: 1 })).toEqual(['written']);
  });

  test.each([
    ['a qubit that the chip does not have', { qid: '77' }, 'body.results.0.qid'],
    ['a coupling that the chip does not have', { task_type: 'coupling', qid: '0-3' }, 'body.results.0.qid'],
    ['a qubit task without a qubit', { qid: '' }, 'body.results.0.qid'],
    ['an end before the start', { end_at: '2025-03-01T11:00:00Z' }, 'body.results.0.end_at'],
    ['an end without a time', { end_at: null }, 'body.results.0.end_at'],
    ['a number that nobody can keep', { r2: 1e300 }, 'body.results.0.r2'],
    [
      'an uncertainty below zero',
      { output_parameters: { t1: { value: 41.5, error: -0.1, unit: 'us' } } },
      'body.results.0.output_parameters.t1.error',
    ],
    [
      'one of an input',
      { input_parameters: { t1: { value: 41.5, error: -1 } } },
      'body.results.0.input_parameters.t1.error',
    ],
    ['a parameter that nobody can keep', { run_parameters: { x: { value: 1e-200 } } }, 'body.results.0.run_parameters'],
    ['a path of nobody', { figures: ['/etc/passwd'] }, 'body.results.0.figures.0'],
  ] as const)('is 400 for %s, and nothing is written', async (_, given, path) => {
    await claimed();
    const bad = { ...done, ...given } as Result;
    expect(await refusal(report({ ...done, qid: '0' }, bad))).toMatchObject({
      status: 400,
      errors: [{ path: path.replace('.0.', '.1.') }],
    });
    expect((await owner.api.getExecution({ params: { execution_id: executionId } })).task).toEqual([]);
  });
});

describe('a batch that holds a task twice', () => {
  test('is 400, and nothing is written: one of both would be lost', async () => {
    await claimed();
    const coupling = { ...done, task: 'CheckCR', task_type: 'coupling', output_parameters: {} } as const;
    for (const twice of [
      [done, { ...done, status: 'failed', message: 'no fit' }],
      [
        { ...coupling, qid: '0-1' },
        { ...coupling, qid: '1-0', message: 'the same edge' },
      ],
    ] as Result[][])
      expect(await refusal(report({ ...done, qid: '0' }, ...twice))).toMatchObject({
        status: 400,
        errors: [{ path: 'body.results.2', message: expect.stringContaining('body.results.1') }],
      });
    expect((await owner.api.getExecution({ params: { execution_id: executionId } })).task).toEqual([]);
    await report(done, { ...done, attempt: 1 }, { ...done, stage: 1 });
  });
});

describe('a time that has not come', () => {
  const inSeconds = (seconds: number) => new Date(world.now().getTime() + seconds * 1000).toISOString();

  test('is 400: what was measured then would stand above every later value until it has', async () => {
    await claimed();
    const early = { ...done, start_at: inSeconds(400), end_at: inSeconds(400) };
    expect(await refusal(report({ ...done, qid: '0' }, early))).toMatchObject({
      status: 400,
      errors: [{ path: 'body.results.1.start_at' }, { path: 'body.results.1.end_at' }],
    });
    expect((await owner.api.getExecution({ params: { execution_id: executionId } })).task).toEqual([]);
  });

  test('is taken where only the clocks differ a little', async () => {
    await claimed();
    const { results } = await report({ ...done, start_at: inSeconds(0), end_at: inSeconds(200) });
    expect(results).toMatchObject([{ outcome: 'written' }]);
  });
});

describe('createUploads', () => {
  test('is 400 for two files of one task under one name: the second would never be written', async () => {
    await claimed();
    expect(
      await refusal(uploadsOf(file, { ...file, kind: 'figure', name: 'a.png' }, { ...file, size_bytes: 9 })),
    ).toMatchObject({
      status: 400,
      errors: [{ path: 'body.files.2', message: expect.stringContaining('body.files.0') }],
    });
    expect((await uploadsOf(file, { ...file, qid: '2' }, { ...file, attempt: 1 })).uploads).toHaveLength(3);
  });

  test('gives out an address under run, claim and task; a result of another task or claim cannot name it', async () => {
    await claimed();
    const { uploads } = await uploadsOf(file, { ...file, kind: 'figure', name: 'decay.png' });
    expect(uploads.map(({ path }) => path.split('/').slice(2, 4))).toEqual([
      [flow_run_id, String(fence)],
      [flow_run_id, String(fence)],
    ]);
    const raw_data = [uploads[0]?.path ?? ''];
    expect(await refusal(report({ ...done, qid: '0', raw_data }))).toMatchObject({ status: 400 });
    expect(await refusal(report({ ...done, figures: raw_data }))).toMatchObject({ status: 400 });
    fence = (await claimAs(owner.api)).run?.fence ?? 0;
    expect(await refusal(report({ ...done, raw_data }))).toMatchObject({ status: 400 });
  });

  test('of a file that no result names yet is readable by nobody', async () => {
    await claimed();
    const [upload] = (await uploadsOf(file)).uploads;
    const { url = '', headers = {}, path = '' } = upload ?? {};
    expect((await fetch(url, { method: 'PUT', headers, body: 'a,b' })).status).toBe(200);
    const read = () => owner.api.downloadFile({ query: { path } });
    expect(await refusal(read())).toMatchObject({ status: 404 });
    await report({ ...done, raw_data: [path] });
    expect(await (await read()).text()).toBe('a,b');
  });

  test('of a file that never came leaves the result as it is, and says so to whoever wants the file', async () => {
    await claimed();
    const { uploads } = await uploadsOf(file, { ...file, kind: 'figure', name: 'decay.png' });
    const [raw = '', figure = ''] = uploads.map(({ path }) => path);
    const { results } = await report({ ...done, raw_data: [raw], figures: [figure] });
    expect(results).toMatchObject([{ outcome: 'written' }]);
    const calls = [
      [() => owner.api.downloadFile({ query: { path: raw } }), 'decay.csv'],
      [() => owner.api.getFigureByPath({ query: { path: figure } }), 'decay.png'],
      [() => owner.api.downloadFiguresAsZip({ body: { paths: [figure] } }), 'decay.png'],
    ] as const;
    const detail = (name: string) => `File '${name}' of task result '${results[0]?.task_id}' has not been uploaded`;
    for (const [call, name] of calls)
      expect(await refusal(call())).toMatchObject({ status: 404, detail: expect.stringContaining(detail(name)) });
    const other = await world.register(`other-${counter}`);
    const foreign = await refusal(other.api.downloadFile({ query: { path: raw } }));
    expect(foreign).toMatchObject({ status: 404, detail: expect.stringContaining('not found in project') });
  });

  test('takes the file as it was announced alone', async () => {
    await claimed();
    const [upload] = (await uploadsOf(file)).uploads;
    const { url = '', headers = {} } = upload ?? {};
    const put = async (to: string, sent: Record<string, string>, body: string) =>
      (await fetch(to, { method: 'PUT', headers: sent, body })).status;
    expect(await put(url, headers, 'too long')).toBe(403);
    expect(await put(url, { ...headers, 'content-type': 'text/html' }, 'a,b')).toBe(403);
    expect(await put(url.replace('decay.csv', 'other.csv'), headers, 'a,b')).toBe(403);
    expect(await put(url, { 'content-type': 'text/csv' }, 'a,b')).toBe(403);
    world.advance(301);
    expect(await put(url, headers, 'a,b')).toBe(403);
    world.advance(-301);
    expect(await put(url, headers, 'a,b')).toBe(200);
    expect(await put(url, headers, 'c,d')).toBe(412);
  });

  test.each([
    ['a figure that no browser shows', { kind: 'figure', name: 'decay.exe' }],
    ['a name that is a folder', { name: '..' }],
    ['a name with a slash', { name: 'a/b.csv' }],
    ['a file that is too large', { size_bytes: 16 * 1024 * 1024 + 1 }],
    ['a qubit that the chip does not have', { qid: '77' }],
  ])('is 400 for %s', async (_, given) => {
    await claimed();
    expect(await refusal(uploadsOf({ ...file, ...given } as typeof file))).toMatchObject({ status: 400 });
  });
});

describe('the log', () => {
  /** Every line, page after page. */
  async function all(query: { limit: number; order?: string }): Promise<string[]> {
    const read: string[] = [];
    let cursor: string | undefined;
    do {
      const page = await lines({ ...query, cursor });
      expect(page.lines.length).toBeLessThanOrEqual(query.limit);
      read.push(...page.lines.map(({ text }) => text));
      cursor = page.next_cursor ?? undefined;
    } while (cursor !== undefined);
    return read;
  }

  test('keeps lines in their order, once, and claim after claim', async () => {
    await claimed();
    expect(await log(0, 'a', 'b')).toEqual({ next_sequence: 2 });
    expect(await log(0, 'a', 'b')).toEqual({ next_sequence: 2 });
    expect(await log(2, 'c')).toEqual({ next_sequence: 3 });
    const first = fence;
    fence = (await claimAs(owner.api)).run?.fence ?? 0;
    await log(0, 'd');
    expect((await lines()).lines.map((one) => [one.fence, one.sequence, one.text])).toEqual([
      ...[
        [first, 0, 'a'],
        [first, 1, 'b'],
        [first, 2, 'c'],
      ],
      [fence, 0, 'd'],
    ]);
    expect((await lines({ order: 'desc' })).lines.map(({ text }) => text)).toEqual(['d', 'c', 'b', 'a']);
  });

  test('has one line a number, the one that came first, however a repeat is cut', async () => {
    await claimed();
    await log(2, 'c', 'd');
    await log(6, 'g');
    expect(await log(0, ...'abXX')).toEqual({ next_sequence: 4 });
    expect(await log(3, ...'XefXh')).toEqual({ next_sequence: 8 });
    expect(await log(1, ...'XX')).toEqual({ next_sequence: 3 });
    const read = (await lines()).lines.map(({ sequence, text }) => [sequence, text]);
    expect(read).toEqual([...'abcdefgh'].map((text, n) => [n, text]));
    for (const limit of [1, 3])
      for (const order of ['asc', 'desc'])
        expect((await all({ limit, order })).join('')).toBe(order === 'asc' ? 'abcdefgh' : 'hgfedcba');
  });

  test.each(['asc', 'desc'] as const)('is read in pages that leave nothing out, %s', async (order) => {
    await claimed();
    const texts = Array.from({ length: 23 }, (_, n) => `line ${n}`);
    for (let from = 0; from < texts.length; from += 5) await log(from, ...texts.slice(from, from + 5));
    for (const limit of [1, 2, 5, 7, 23, 24])
      expect([limit, await all({ limit, order })]).toEqual([limit, order === 'asc' ? texts : texts.toReversed()]);
  });

  test('ends with the largest number: a line beyond it is 400', async () => {
    await claimed();
    expect(await refusal(log(99_999_999, 'last', 'beyond'))).toMatchObject({
      status: 400,
      errors: [{ path: 'body.lines' }],
    });
    expect(await log(99_999_999, 'last')).toEqual({ next_sequence: 100_000_000 });
  });

  test('takes a hundred of the longest lines, and refuses a cursor of another list', async () => {
    await claimed();
    const texts = Array.from({ length: 100 }, () => '𝛼'.repeat(4000));
    expect(await log(0, ...texts)).toEqual({ next_sequence: 100 });
    expect(await log(0, ...texts)).toEqual({ next_sequence: 100 });
    // Not in one answer, which would be too large.
    expect(await all({ limit: 1000 })).toEqual(texts);
    expect(await refusal(lines({ cursor: 'bm8' }))).toMatchObject({ status: 400 });
  });
});

describe('finishRun', () => {
  test.each([
    ['completed', { completed: [{ token: 'work', output: { status: 'completed' } }], failed: [] }],
    ['failed', { completed: [], failed: [{ token: 'work', error: 'RunFailed' }] }],
    ['stopped', { completed: [], failed: [{ token: 'work', error: 'RunFailed' }] }],
  ] as const)('as %s ends the wait for the worker so', async (status, told) => {
    await claimed();
    ctx.orchestrator.completed.length = 0;
    const body = { fence, status, message: 'so it ended' };
    expect(await owner.api.finishRun({ params: { flow_run_id }, body })).toEqual({ execution_id: executionId, status });
    const { completed, failed } = ctx.orchestrator;
    expect({ completed, failed }).toEqual(told);
    expect(await refusal(report(done))).toMatchObject({ status: 409 });
  });

  test('after a cancellation counts as stopped, and under an old fence is 409', async () => {
    await claimed();
    const old = fence;
    fence = (await claimAs(owner.api)).run?.fence ?? 0;
    const finish = (of: number) =>
      owner.api.finishRun({ params: { flow_run_id }, body: { fence: of, status: 'completed' } });
    expect(await refusal(finish(old))).toMatchObject({ status: 409 });
    await cancelRun(ctx, flow_run_id);
    expect(await finish(fence)).toMatchObject({ status: 'stopped' });
    expect(ctx.orchestrator.failed).toMatchObject([{ token: 'work', error: 'RunCancelled' }]);
  });
});

describe('listWorkers', () => {
  test('names the latest first, and as silent who was not seen for the window', async () => {
    await claimAs(owner.api, { worker: 'old', software: 'lab 1' });
    world.advance(121);
    await claimAs(owner.api, { worker: 'new', backends: ['a', 'b'] });
    const { workers, total } = await owner.api.listWorkers();
    expect(total).toBe(2);
    expect(workers).toMatchObject([
      { worker: 'new', status: 'idle', backends: ['a', 'b'], software: '', execution_id: null },
      { worker: 'old', status: 'silent', software: 'lab 1', username: owner.username },
    ]);
    expect(workers[1]?.age_seconds).toBeGreaterThanOrEqual(121);
    expect((await owner.api.listWorkers({ query: { skip: 1, limit: 1 } })).workers).toHaveLength(1);
  });

  test('is written by a worker that asks and asks only so often', async () => {
    await claimAs(owner.api);
    const before = await world.scan();
    await claimAs(owner.api);
    expect(await world.scan()).toBe(before);
    world.advance(16);
    await claimAs(owner.api);
    expect(await world.scan()).not.toBe(before);
  });
});
