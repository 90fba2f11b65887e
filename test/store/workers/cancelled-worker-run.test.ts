import { describe, expect, test } from 'vitest';
import { cancelRun } from '#shared/runs/verbs/end/cancel-run.ts';
import { forceUnlock } from '#shared/runs/verbs/end/force-unlock.ts';
import { startRun } from '#shared/runs/verbs/start/start-run.ts';
import { executionOf, newRun } from '#test/support/runs/runs.ts';
import { measuredT1 } from '#test/support/runs/worker.ts';
import { ctx, end, expectFree, locked, machine, onWorkerRuns, pass, run, window, worker, working } from './scene.ts';

onWorkerRuns();

describe('a cancellation', () => {
  test('a cancellation before the claim of a worker ends the wait at once', async () => {
    await machine.settle();
    await cancelRun(ctx, run.flowRunId);
    await machine.settle();
    expect(await worker.claim()).toBe(false);
    expect(await end()).toEqual(['cancelled', 'Cancelled by alice']);
    await expectFree();
  });

  test('a cancellation before the run waits for a worker is seen when it is about to', async () => {
    await machine.step();
    await cancelRun(ctx, run.flowRunId);
    await machine.settle();
    expect(await worker.claim()).toBe(false);
    expect((await end())[0]).toBe('cancelled');
    await expectFree();
  });

  test('a cancellation between claim and work leaves the run to its worker, which is told to stop', async () => {
    await machine.settle();
    await worker.claim();
    await cancelRun(ctx, run.flowRunId);
    await machine.settle();
    expect([machine.at(run.flowRunId), await locked()]).toEqual(['Abort', true]);
    expect([await worker.beat(), await worker.report(measuredT1('0'))]).toEqual(['cancelled', false]);
    await worker.finish('stopped');
    expect(await end()).toEqual(['cancelled', 'Cancelled by alice']);
    await expectFree();
  });

  test('a cancellation is answered to the heartbeat of a worker at work, and the lock given on when it has finished', async () => {
    await working();
    await worker.report(measuredT1('0', { status: 'running' }));
    await cancelRun(ctx, run.flowRunId);
    await machine.settle();
    expect([machine.at(run.flowRunId), await locked()]).toEqual(['AwaitWorker', true]);
    await expect(startRun(ctx, newRun())).rejects.toThrow('is busy');
    const half = measuredT1('0', { status: 'cancelled' });
    expect([await worker.beat(), await worker.report(half)]).toEqual(['cancelled', true]);
    expect(await worker.finish('completed')).toMatchObject({ status: 'stopped' });
    await machine.settle();
    expect(await end()).toEqual(['cancelled', 'Cancelled by alice']);
    expect((await executionOf(ctx, run)).taskCounts).toMatchObject({ cancelled: 1 });
    await expectFree();
  });

  test('a cancellation of a worker that asks on and on without stopping ends with the window', async () => {
    await working();
    await cancelRun(ctx, run.flowRunId);
    for (let n = 0; n < 4; n += 1) {
      pass(window / 4);
      expect(await worker.beat()).toBe('cancelled');
    }
    await machine.settle();
    expect((await end())[0]).toBe('cancelled');
    await expectFree();
  });

  test('a cancellation after the work was done, but before the state machine has heard of it, is one', async () => {
    await working();
    await worker.finish('completed');
    await cancelRun(ctx, run.flowRunId);
    await machine.settle();
    expect((await end())[0]).toBe('cancelled');
    await expectFree();
  });
});

test('force-unlock frees the lock although the worker drives: its owner answers for that', async () => {
  await working();
  await forceUnlock(ctx, 'it burns');
  expect(await end()).toEqual(['failed', "Ended by 'alice' to free the lock: it burns"]);
  expect([await worker.beat(), await worker.report(measuredT1('0'))]).toEqual(['ended', false]);
  expect(await worker.finish('stopped')).toMatchObject({ status: 'stopped' });
  await expectFree();
});
