import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { cancelRun } from '#shared/runs/verbs/end/cancel-run.ts';
import { beginRun } from '#shared/runs/verbs/start/begin-run.ts';
import { startWorkerRun } from '#test/support/runs/worker.ts';
import { refusal } from '../support/refusal.ts';
import {
  claimAs,
  claimed,
  claimNow,
  counter,
  ctx,
  done,
  executionId,
  fence,
  file,
  flow_run_id,
  line,
  log,
  onWorkerRuns,
  owner,
  report,
  uploadsOf,
  waiting,
  world,
} from './scene.ts';

onWorkerRuns();

describe('claimRun', () => {
  test('claimRun without a run that waits says when to ask again', async () => {
    expect(await claimAs(owner.api)).toEqual({ run: null, retry_after_seconds: 8 });
    const run = await startWorkerRun(ctx);
    expect(await claimAs(owner.api)).toEqual({ run: null, retry_after_seconds: 1 });
    await beginRun(ctx, run);
    expect(await claimAs(owner.api)).toEqual({ run: null, retry_after_seconds: 1 });
    expect(await claimAs(owner.api, { backends: ['other'] })).toEqual({ run: null, retry_after_seconds: 8 });
  });

  test('claimRun gives the run to one worker, and its token the word that it is taken', async () => {
    await waiting();
    expect(await claimAs(owner.api, { backends: ['simulator', 'other'] })).toMatchObject({ run: null });
    const { run } = await claimAs(owner.api, { backends: ['other', 'worker'] });
    expect(run).toMatchObject({ execution_id: executionId, flow_run_id, resumed: false, code: 'def main(): pass' });
    expect(ctx.orchestrator.completed).toEqual([
      { token: `claim of ${flow_run_id}`, output: { worker: 'fridge-2', fence: run?.fence } },
    ]);
    expect(await claimAs(owner.api, { worker: 'fridge-3' })).toEqual({ run: null, retry_after_seconds: 30 });
  });

  test('claimRun in another project finds nothing', async () => {
    await waiting();
    const other = await world.register(`other-${counter}`);
    expect(await claimAs(other.api)).toEqual({ run: null, retry_after_seconds: 8 });
  });

  test.each([
    ['a name with a slash', { worker: 'a/b' }],
    ['no backend', { backends: [] }],
    ['a key that is not a UUID', { claim_key: 'one' }],
  ])('claimRun is 400 for %s', async (_, given) => {
    expect(await refusal(claimAs(owner.api, given))).toMatchObject({ status: 400 });
  });
});

describe('a run of another project', () => {
  test('a run of another project is 404 to every operation of workers, as if it did not exist', async () => {
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
    ['after a force-unlock', () => owner.api.forceUnlockExecution({ body: {} }), 'ended', 'has ended'],
    ['after another process took the run over', () => claimAs(owner.api), 'superseded', 'was taken over'],
  ] as const)('a worker that must stop %s hears it from every write', async (_, act, reason, detail) => {
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
  test('heartbeatRun tells the state machine, and everybody how many tasks there will be and what the worker is about', async () => {
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

  test('heartbeatRun of an unknown run is 404, and so is an id that no run can have', async () => {
    const beat = (id: string) => owner.api.heartbeatRun({ params: { flow_run_id: id }, body: { fence: 1 } });
    expect(await refusal(beat(randomUUID()))).toMatchObject({ status: 404 });
    expect(await refusal(beat('20250301-000'))).toMatchObject({ status: 404 });
  });
});

describe('finishRun', () => {
  test.each([
    ['completed', { completed: [{ token: 'work', output: { status: 'completed' } }], failed: [] }],
    ['failed', { completed: [], failed: [{ token: 'work', error: 'RunFailed' }] }],
    ['stopped', { completed: [], failed: [{ token: 'work', error: 'RunFailed' }] }],
  ] as const)('finishRun as %s ends the wait for the worker so', async (status, told) => {
    await claimed();
    ctx.orchestrator.completed.length = 0;
    const body = { fence, status, message: 'so it ended' };
    expect(await owner.api.finishRun({ params: { flow_run_id }, body })).toEqual({ execution_id: executionId, status });
    const { completed, failed } = ctx.orchestrator;
    expect({ completed, failed }).toEqual(told);
    expect(await refusal(report(done))).toMatchObject({ status: 409 });
  });

  test('finishRun after a cancellation counts as stopped, and under an old fence is 409', async () => {
    await claimed();
    const old = fence;
    await claimNow();
    const finish = (of: number) =>
      owner.api.finishRun({ params: { flow_run_id }, body: { fence: of, status: 'completed' } });
    expect(await refusal(finish(old))).toMatchObject({ status: 409 });
    await cancelRun(ctx, flow_run_id);
    expect(await finish(fence)).toMatchObject({ status: 'stopped' });
    expect(ctx.orchestrator.failed).toMatchObject([{ token: 'work', error: 'RunCancelled' }]);
  });
});

describe('listWorkers', () => {
  test('listWorkers names the latest first, and as silent who was not seen for the window', async () => {
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

  test('the list of workers is written by one that asks and asks only so often', async () => {
    await claimAs(owner.api);
    const before = await world.scan();
    await claimAs(owner.api);
    expect(await world.scan()).toBe(before);
    world.advance(16);
    await claimAs(owner.api);
    expect(await world.scan()).not.toBe(before);
  });
});
