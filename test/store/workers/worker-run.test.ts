import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { workerWaitSeconds } from '#shared/runs/orchestration/flow-run.asl.ts';
import { claimTimeoutSeconds } from '#shared/runs/rules/claim-wait.ts';
import { cancelRun } from '#shared/runs/verbs/end/cancel-run.ts';
import { sweepLocks } from '#shared/runs/verbs/lock/sweep-locks.ts';
import { claimRun } from '#shared/workers/verbs/claim-run.ts';
import { executionOf } from '#test/support/runs/runs.ts';
import { measuredT1, TestWorker } from '#test/support/runs/worker.ts';
import {
  ctx,
  end,
  expectFree,
  locked,
  machine,
  onWorkerRuns,
  pass,
  run,
  verbs,
  window,
  worker,
  working,
} from './scene.ts';

onWorkerRuns();

describe("a worker's run", () => {
  test("a worker's run is claimed, written and completed, whatever order the state machine hears of it in", async () => {
    await working();
    expect(await worker.report(measuredT1('0'), measuredT1('1', { status: 'running' }))).toBe(true);
    expect(await worker.finish('completed')).toEqual({ executionId: run.executionId, status: 'completed' });
    expect(await locked()).toBe(true);
    await machine.settle();
    expect(await end()).toEqual(['completed', '']);
    expect((await executionOf(ctx, run)).taskCounts).toMatchObject({ completed: 1, failed: 1 });
    await expectFree();
  });

  test.each([
    ['failed', 'no signal', 'no signal'],
    ['failed', '', "Worker 'fridge-2' reported that the run failed"],
    ['stopped', '', "Worker 'fridge-2' stopped before its work was done"],
  ] as const)(`a worker's run that its worker ends as %s, saying "%s", has failed`, async (status, said, message) => {
    await working();
    await worker.finish(status, said);
    await machine.settle();
    expect(await end()).toEqual(['failed', message]);
    await expectFree();
  });

  test("a worker's run is scheduled until a worker claims it, and runs from then on", async () => {
    await machine.settle();
    pass(30);
    const waiting = await executionOf(ctx, run);
    expect([waiting.status, waiting.startAt]).toEqual(['scheduled', undefined]);
    await worker.claim();
    const startAt = '2025-03-01T12:00:30.000Z';
    expect(await executionOf(ctx, run)).toMatchObject({ status: 'running', startAt });
    pass(30);
    await new TestWorker(() => ctx).claim();
    expect(await executionOf(ctx, run)).toMatchObject({ status: 'running', startAt });
  });

  test('a worker without a run asks again after a second, from the end of its work until ten seconds after the lock is free', async () => {
    const secondsToAsk = async () => {
      const request = { worker: 'fridge-2', backends: ['worker'], claimKey: randomUUID(), software: '' };
      return (await claimRun(ctx, request)).retryAfterSeconds;
    };
    await working();
    await worker.finish('completed');
    expect(await secondsToAsk()).toBe(1);
    pass(10);
    expect(await locked()).toBe(true);
    expect(await secondsToAsk()).toBe(8);
    await machine.settle();
    expect(await locked()).toBe(false);
    pass(9);
    expect(await secondsToAsk()).toBe(1);
    pass(1);
    expect(await secondsToAsk()).toBe(8);
  });

  test("a worker's run that no worker claims within ten minutes has failed, and a claim that arrives then finds nothing", async () => {
    await machine.settle();
    pass(claimTimeoutSeconds.usual - 1);
    await machine.settle();
    expect(await locked()).toBe(true);
    pass(1);
    await machine.settle();
    expect(await worker.claim()).toBe(false);
    const seen = "no worker was seen for backend 'worker'";
    expect(await end()).toEqual(['failed', `No worker picked up the run within 10 minutes: ${seen}`]);
    await expectFree();
  });

  test("a worker's run that is cancelled while it waits ends without ever having been on", async () => {
    await machine.settle();
    await cancelRun(ctx, run.flowRunId);
    await machine.settle();
    const { status, startAt } = await executionOf(ctx, run);
    expect([status, startAt]).toEqual(['cancelled', undefined]);
    await expectFree();
  });

  test("a worker's run claimed in the moment of the time-out is ended, but not before its worker has stopped", async () => {
    await machine.settle();
    pass(claimTimeoutSeconds.usual);
    expect(await worker.claim()).toBe(true);
    await machine.settle();
    expect([machine.at(run.flowRunId), await locked()]).toEqual(['Abort', true]);
    expect([await worker.beat(), await worker.report(measuredT1('0'))]).toEqual(['ended', false]);
    await worker.finish('stopped');
    expect(await end()).toEqual(['failed', "Worker 'fridge-2' picked up the run too late"]);
    await expectFree();
  });

  test("a worker's run lasts while heartbeats come, and has failed when none came for the window", async () => {
    await working();
    for (let n = 0; n < 5; n += 1) {
      pass(window - 1);
      expect(await worker.beat()).toBeUndefined();
      await machine.settle();
    }
    pass(window - 1);
    await machine.settle();
    expect(await locked()).toBe(true);
    pass(1);
    await machine.settle();
    expect(await end()).toEqual(['failed', 'The worker did not respond for 120 seconds']);
    expect([await worker.beat(), await worker.report(measuredT1('0'))]).toEqual(['ended', false]);
    expect(await worker.finish('completed')).toMatchObject({ status: 'stopped' });
    expect((await end())[0]).toBe('failed');
    await expectFree();
  });

  test("a worker's run is ended after a week although heartbeats come, once its worker has stopped", async () => {
    await working();
    for (let left = workerWaitSeconds.work; left > 0; left -= window / 2) {
      pass(Math.min(left, window / 2));
      // Most of a week is left out: a heartbeat only moves one instant.
      if (left > 3600 && left < workerWaitSeconds.work - 3600) await machine.heartbeat(machine.token(run.flowRunId));
      else expect([undefined, 'ended']).toContain(await worker.beat());
    }
    await machine.settle();
    expect([machine.at(run.flowRunId), await locked()]).toEqual(['Abort', true]);
    expect(await worker.beat()).toBe('ended');
    await worker.finish('stopped');
    expect(await end()).toEqual(['failed', 'The worker did not end the run within 168 hours']);
    await expectFree();
  });
});

describe('a worker that was restarted', () => {
  test('a worker that was restarted takes its run over: the old process must stop, and nothing that it writes is taken', async () => {
    await working();
    await worker.report(measuredT1('0'));
    const again = new TestWorker(() => ctx);
    expect(await again.claim()).toBe(true);
    expect(again.fence).toBeGreaterThan(worker.fence);
    expect([await worker.beat(), await worker.report(measuredT1('1'))]).toEqual(['superseded', false]);
    await expect(worker.finish('completed')).rejects.toMatchObject({ kind: 'conflict' });
    expect(await worker.claim()).toBe(false);
    expect([await again.beat(), await again.report(measuredT1('1'))]).toEqual([undefined, true]);
    await again.finish('completed');
    await machine.settle();
    expect((await executionOf(ctx, run)).taskCounts).toMatchObject({ completed: 2 });
    await expectFree();
  });

  test('a worker that was restarted gives its run another window, so that it does not time out while it begins', async () => {
    await working();
    pass(window - 1);
    const again = new TestWorker(() => ctx);
    await again.claim();
    pass(window - 1);
    await machine.settle();
    expect([await again.beat(), await locked()]).toEqual([undefined, true]);
  });

  test('a worker restarted under another name gets nothing while the first one may be at work', async () => {
    await working();
    pass(window - 1);
    expect(await new TestWorker(() => ctx, 'fridge-3').claim()).toBe(false);
    expect(await worker.beat()).toBeUndefined();
  });
});

describe('a repeat', () => {
  test('a repeated claim whose answer was lost is the same claim', async () => {
    await machine.settle();
    await worker.claim();
    const { fence } = worker;
    expect([await worker.claim(), worker.fence]).toEqual([true, fence]);
    await machine.settle();
    expect([await worker.claim(), worker.fence]).toEqual([true, fence]);
  });

  test('a repeated claim is an answer to go on: the lock waits for a whole window from then', async () => {
    await working();
    pass(window - 20);
    expect(await worker.claim()).toBe(true);
    pass(window - 1);
    machine.die(run.flowRunId, { status: 'failed' });
    await sweepLocks(ctx);
    expect(await locked()).toBe(true);
    pass(1);
    await sweepLocks(ctx);
    await expectFree();
  });

  test("a repeated end of a worker's run passes it on again, and the first remains", async () => {
    await working();
    await worker.finish('failed', 'no signal');
    expect(await worker.finish('completed')).toMatchObject({ status: 'failed' });
    await machine.settle();
    expect(await worker.finish('completed')).toMatchObject({ status: 'failed' });
    expect(await end()).toEqual(['failed', 'no signal']);
  });

  test("the end of a worker's run, repeated while it is being completed, does not abort it", async () => {
    await working();
    await worker.finish('completed');
    let writes = 0;
    verbs.faults.plan(({ command }) => {
      if (command === 'TransactWriteItems') writes += 1;
      return writes > 1 ? { before: new Error('cut off') } : undefined;
    });
    await machine.step();
    verbs.faults.clear();
    expect(await executionOf(ctx, run)).toMatchObject({ status: 'running', closing: true });
    expect(await worker.finish('completed')).toMatchObject({ status: 'completed' });
    expect(await executionOf(ctx, run)).toMatchObject({ status: 'running', closing: true });
  });
});
