import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { eventually } from '#test/support/stack/processes.ts';
import { startTestStack } from '#test/support/stack/stack.ts';
import type { TestStack } from '#test/support/stack/test-stack.ts';
import { type Bench, begin, benchQids, countsOf, endOf, prepareBench, windowSeconds } from './bench.ts';
import { drives, lastDrive } from './worker-process.ts';

let stack: TestStack;
let bench: Bench;
beforeAll(async () => {
  stack = await startTestStack({ config: { workerWindowSeconds: windowSeconds } });
});
afterAll(() => stack?.stop());
beforeEach(async () => {
  bench = await prepareBench(stack);
});
afterEach(() => bench?.close());

describe('a worker that is killed', () => {
  it('the run of a worker that is killed fails with the reason, and frees the lock', async () => {
    const { worker, executionId } = await begin(bench, 100);
    await worker.kill();
    const execution = await bench.ended(executionId);
    expect(execution).toMatchObject({
      status: 'failed',
      message: `The worker did not respond for ${windowSeconds} seconds`,
    });
    expect(Object.keys(countsOf(execution)).toSorted()).toEqual(['completed', 'failed']);
    await bench.unlocked();
  });

  it('a killed worker started again under its name takes its run over, and the old fence is refused', async () => {
    const { worker, executionId } = await begin(bench, 50);
    const { flow_run_id } = await bench.execution(executionId);
    await worker.kill();
    const again = bench.python('bench-1');
    await eventually(() => again.said().includes(`${executionId}: resumed`));
    const old = { params: { flow_run_id } };
    await expect(bench.worker.finishRun({ ...old, body: { fence: 1, status: 'failed' } })).rejects.toMatchObject({
      status: 409,
    });
    const heard = await bench.worker.heartbeatRun({ ...old, body: { fence: 1 } });
    expect(heard).toMatchObject({ stop: true, reason: 'superseded' });
    const execution = await bench.ended(executionId);
    expect(execution).toMatchObject({ status: 'completed' });
    expect(countsOf(execution)).toEqual({ completed: benchQids.length });
    await bench.unlocked();
  });
});

describe('a worker that is killed between two attempts of a task', () => {
  it('a worker that is killed between two attempts of a task makes the second one when it is started again', async () => {
    const worker = bench.python('bench-1');
    // No fit is as good as that, so that every attempt fails.
    const executionId = await bench.execute(['0', '1', '2'], 40, { is_hopeless: true });
    await eventually(async () => (countsOf(await bench.execution(executionId)).failed ?? 0) >= 1);
    await worker.kill();
    bench.python('bench-1');
    const execution = await bench.ended(executionId);
    const attempts = execution.task.map(({ qid, attempt, status }) => `${qid} ${attempt} ${status}`);
    expect(attempts.toSorted()).toEqual(['0', '1', '2'].flatMap((qid) => [`${qid} 0 failed`, `${qid} 1 failed`]));
  });
});

describe('a worker whose name another process uses', () => {
  it('a worker whose name another process uses stops its hardware, ends, and does not take the run back', async () => {
    const { worker, executionId } = await begin(bench, 100);
    const twin = bench.python('bench-1');
    await eventually(() => twin.said().includes(`${executionId}: resumed`));
    await eventually(() => worker.child.exitCode !== null);
    expect(worker.child.exitCode).toBe(1);
    expect(worker.said()).toContain("another process uses the worker name 'bench-1'");
    expect(await bench.ended(executionId)).toMatchObject({ status: 'completed', message: '' });
    expect(worker.said()).not.toContain('resumed');
  });
});

describe('a worker whose token is revoked', () => {
  it('a worker whose token is revoked stops its hardware when it hears of it, and ends with the reason', async () => {
    const { worker, executionId } = await begin(bench, 100);
    await bench.revoke();
    await eventually(() => worker.child.exitCode !== null);
    expect(worker.child.exitCode).toBe(1);
    expect(worker.said()).toContain(`${executionId}: stopped (not accepted) Invalid API token`);
    const execution = await bench.ended(executionId);
    expect(execution.message).toContain('did not respond');
    expect(lastDrive(worker)).toBeLessThan(endOf(execution) - windowSeconds * 500);
  });
});

describe('a worker that is paused past its window', () => {
  it('a worker paused past its window drives and writes nothing once it goes on, when another has the next run', async () => {
    const { worker, executionId } = await begin(bench, 100);
    worker.signal('SIGSTOP');
    const first = await bench.ended(executionId);
    expect(first.status).toBe('failed');
    await bench.unlocked();
    const second = bench.python('bench-2');
    const nextId = await bench.execute(benchQids, 30);
    await bench.completed(nextId, 1);
    const resumedAt = Date.now();
    worker.signal('SIGCONT');
    // It has heard that its run is over, and asks for another one.
    await eventually(() => worker.said().includes(`${executionId}: stopped`));
    const next = await bench.ended(nextId);
    expect(next).toMatchObject({ status: 'completed' });
    expect(countsOf(next)).toEqual({ completed: benchQids.length });
    expect(drives(second)).toHaveLength(benchQids.length * 30);
    expect(lastDrive(worker)).toBeLessThan(Math.min(...drives(second).map(({ at }) => at)));
    expect(lastDrive(worker)).toBeLessThan(resumedAt);
    // What the first one had written remains, and whatever it sends is refused.
    const result = {
      task: 'CheckT1',
      task_type: 'qubit',
      qid: '5',
      status: 'running',
      start_at: first.created_at,
    } as const;
    const { flow_run_id } = first;
    const late = bench.worker.reportTaskResults({ params: { flow_run_id }, body: { fence: 1, results: [result] } });
    await expect(late).rejects.toMatchObject({ status: 409 });
    // The instant of the read, where the index of its tasks is whole.
    const { complete_until: _readAt, ...stood } = first;
    expect(await bench.execution(executionId)).toMatchObject(stood);
  });
});

describe('a cancellation while a worker works', () => {
  it('a cancellation stops the hardware of a worker before the run is cancelled and the lock given on', async () => {
    const { worker, executionId } = await begin(bench, 100);
    await bench.api.cancelExecution({ params: { flow_run_id: executionId } });
    const execution = await bench.ended(executionId);
    expect(execution).toMatchObject({ status: 'cancelled', message: 'Cancelled by admin' });
    expect(countsOf(execution)).not.toHaveProperty('running');
    await bench.unlocked();
    await eventually(() => worker.said().includes(`${executionId}: stopped`));
    expect(worker.said()).not.toContain('(not accepted)');
    expect(lastDrive(worker)).toBeLessThan(endOf(execution));
  });
});
