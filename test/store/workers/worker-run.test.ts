import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { ProjectContext } from '#shared/context.ts';
import { workerWaitSeconds } from '#shared/orchestration/flow-run.asl.ts';
import { createChip } from '#shared/services/chips/create-chip.ts';
import { awaitToken } from '#shared/services/runs/await-token.ts';
import { cancelRun } from '#shared/services/runs/cancel-run.ts';
import type { RunRef } from '#shared/services/runs/change-run.ts';
import { forceUnlock } from '#shared/services/runs/force-unlock.ts';
import type { Orchestrated } from '#shared/services/runs/reconcile.ts';
import { resumeRuns } from '#shared/services/runs/resume-runs.ts';
import { startRun } from '#shared/services/runs/start-run.ts';
import { sweepLocks } from '#shared/services/runs/sweep-locks.ts';
import { checkRuns } from '#test/support/run-invariants.ts';
import { executionOf, lockedBy, newRun } from '#test/support/runs.ts';
import { SteppedMachine } from '#test/support/stepped-machine.ts';
import { startVerbs, type Verbs } from '#test/support/verbs.ts';
import { measuredT1, startWorkerRun, TestWorker } from '#test/support/worker.ts';

let verbs: Verbs;
let ctx: Orchestrated<ProjectContext>;
let machine: SteppedMachine;
let run: RunRef;
let worker: TestWorker;

beforeAll(async () => {
  verbs = await startVerbs();
});
afterAll(() => verbs.stop());
beforeEach(async () => {
  await verbs.empty();
  verbs.now = new Date('2025-03-01T12:00:00.000Z');
  machine = new SteppedMachine(() => ctx);
  ctx = { ...(await verbs.member('alice')), orchestrator: machine };
  await createChip(ctx, { chipId: 'chip', topologyId: 'linear-2' });
  run = await startWorkerRun(ctx);
  worker = new TestWorker(() => ctx);
});

const pass = (seconds: number) => {
  verbs.now = new Date(verbs.now.getTime() + seconds * 1000);
};
const window = workerWaitSeconds.heartbeat;
const end = async () => {
  const { status, message } = await executionOf(ctx, run);
  return [status, message];
};
const locked = async () => (await lockedBy(ctx)) === run.executionId;

/** A run whose worker is at work. */
async function working(): Promise<void> {
  await machine.settle();
  expect(await worker.claim()).toBe(true);
  await machine.settle();
  expect(machine.at(run.flowRunId)).toBe('AwaitWorker');
}

/** The next run starts only now. */
async function expectFree(): Promise<void> {
  expect(await locked()).toBe(false);
  checkRuns(await verbs.table());
  expect((await startRun(ctx, newRun())).status).toBe('scheduled');
}

describe("a worker's run", () => {
  test('is claimed, written and completed, whatever order the state machine hears of it in', async () => {
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
    ['failed', '', "The worker 'fridge-2' said that the run failed"],
    ['stopped', '', "The worker 'fridge-2' stopped before its work was done"],
  ] as const)('that its worker ends as %s, saying "%s", has failed', async (status, said, message) => {
    await working();
    await worker.finish(status, said);
    await machine.settle();
    expect(await end()).toEqual(['failed', message]);
    await expectFree();
  });

  test('that no worker claims within a day has failed, and a claim that arrives then finds nothing', async () => {
    await machine.settle();
    pass(workerWaitSeconds.claim);
    await machine.settle();
    expect(await worker.claim()).toBe(false);
    expect(await end()).toEqual(['failed', 'No worker claimed the run within 24 hours']);
    await expectFree();
  });

  test('whose claim comes in the moment of the time-out is ended, but not before its worker has stopped', async () => {
    await machine.settle();
    pass(workerWaitSeconds.claim);
    expect(await worker.claim()).toBe(true);
    await machine.settle();
    expect([machine.at(run.flowRunId), await locked()]).toEqual(['Abort', true]);
    expect([await worker.beat(), await worker.report(measuredT1('0'))]).toEqual(['ended', false]);
    await worker.finish('stopped');
    expect(await end()).toEqual(['failed', 'No worker claimed the run within 24 hours']);
    await expectFree();
  });

  test('lasts while heartbeats come, and has failed when none came for the window', async () => {
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
    expect(await end()).toEqual(['failed', 'The worker was not heard of for 120 seconds']);
    expect([await worker.beat(), await worker.report(measuredT1('0'))]).toEqual(['ended', false]);
    expect(await worker.finish('completed')).toMatchObject({ status: 'stopped' });
    expect((await end())[0]).toBe('failed');
    await expectFree();
  });

  test('is ended after a week although heartbeats come, once its worker has stopped', async () => {
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

describe('a cancellation', () => {
  test('before the claim ends the wait at once', async () => {
    await machine.settle();
    await cancelRun(ctx, run.flowRunId);
    await machine.settle();
    expect(await worker.claim()).toBe(false);
    expect(await end()).toEqual(['cancelled', 'Cancelled by alice']);
    await expectFree();
  });

  test('before the run waits is seen when it is about to', async () => {
    await machine.step();
    await cancelRun(ctx, run.flowRunId);
    await machine.settle();
    expect(await worker.claim()).toBe(false);
    expect((await end())[0]).toBe('cancelled');
    await expectFree();
  });

  test('between claim and work leaves the run to its worker, which is told to stop', async () => {
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

  test('of a worker at work is answered to its heartbeat, and the lock is given on when it has finished', async () => {
    await working();
    await worker.report(measuredT1('0', { status: 'running' }));
    await cancelRun(ctx, run.flowRunId);
    await machine.settle();
    expect([machine.at(run.flowRunId), await locked()]).toEqual(['AwaitWorker', true]);
    await expect(startRun(ctx, newRun())).rejects.toThrow('is locked');
    expect([await worker.beat(), await worker.report(measuredT1('0'))]).toEqual(['cancelled', false]);
    expect(await worker.finish('completed')).toMatchObject({ status: 'stopped' });
    await machine.settle();
    expect(await end()).toEqual(['cancelled', 'Cancelled by alice']);
    expect((await executionOf(ctx, run)).taskCounts).toMatchObject({ cancelled: 1 });
    await expectFree();
  });

  test('of a worker that asks on and on without stopping ends with the window', async () => {
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

  test('after the work was done, but before the state machine has heard of it, is one', async () => {
    await working();
    await worker.finish('completed');
    await cancelRun(ctx, run.flowRunId);
    await machine.settle();
    expect((await end())[0]).toBe('cancelled');
    await expectFree();
  });
});

describe('a worker that was restarted', () => {
  test('takes its run over: the old process must stop, and nothing that it writes is taken', async () => {
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

  test('gives its run another window, so that it does not time out while it begins', async () => {
    await working();
    pass(window - 1);
    const again = new TestWorker(() => ctx);
    await again.claim();
    pass(window - 1);
    await machine.settle();
    expect([await again.beat(), await locked()]).toEqual([undefined, true]);
  });

  test('has another name: it gets nothing while the first one may be at work', async () => {
    await working();
    pass(window - 1);
    expect(await new TestWorker(() => ctx, 'fridge-3').claim()).toBe(false);
    expect(await worker.beat()).toBeUndefined();
  });
});

describe('a repeat', () => {
  test('of a claim whose answer was lost is the same claim', async () => {
    await machine.settle();
    await worker.claim();
    const { fence } = worker;
    expect([await worker.claim(), worker.fence]).toEqual([true, fence]);
    await machine.settle();
    expect([await worker.claim(), worker.fence]).toEqual([true, fence]);
  });

  test('of a claim is an answer to go on: the lock waits for a whole window from then', async () => {
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

  test('of an end passes it on again, and the first stands', async () => {
    await working();
    await worker.finish('failed', 'no signal');
    expect(await worker.finish('completed')).toMatchObject({ status: 'failed' });
    await machine.settle();
    expect(await worker.finish('completed')).toMatchObject({ status: 'failed' });
    expect(await end()).toEqual(['failed', 'no signal']);
  });

  test('of the end while the run is being completed does not abort it', async () => {
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

describe('the state machine', () => {
  /** What loses every word to the state machine. */
  const deaf = () => {
    const { completeToken, failToken } = machine;
    machine.completeToken = machine.failToken = async () => Promise.reject(new Error('cut off'));
    return () => Object.assign(machine, { completeToken, failToken });
  };

  test.each(['the repeated claim', 'a heartbeat', 'a look at the lock', 'the sweep'] as const)(
    'that did not hear of a claim hears of it by %s',
    async (who) => {
      await machine.settle();
      const hear = deaf();
      await worker.claim().catch(() => undefined);
      hear();
      if (who === 'the repeated claim' || who === 'a heartbeat') await worker.claim();
      if (who === 'a heartbeat') await worker.beat();
      if (who === 'a look at the lock') await cancelRun(ctx, run.flowRunId).then(() => undefined);
      if (who === 'the sweep') await sweepLocks(ctx);
      expect(machine.at(run.flowRunId)).toBe('AwaitWorker');
    },
  );

  test('that did not hear of an end hears of it by a repeat or the sweep', async () => {
    await working();
    const hear = deaf();
    await worker.finish('completed').catch(() => undefined);
    hear();
    await sweepLocks(ctx);
    await machine.settle();
    expect((await end())[0]).toBe('completed');
  });

  test.each(['failed', 'timed_out', 'aborted'] as const)(
    'that has %s while the worker drives: the run is ended when that has stopped',
    async (status) => {
      await working();
      machine.die(run.flowRunId, { status, reason: 'out of memory' });
      await sweepLocks(ctx);
      expect([await locked(), (await end())[0]]).toEqual([true, 'running']);
      await expect(startRun(ctx, newRun())).rejects.toThrow('is locked');
      expect([await worker.beat(), await worker.report(measuredT1('0'))]).toEqual(['ended', false]);
      expect(await new TestWorker(() => ctx).claim()).toBe(false);
      await worker.finish('stopped');
      expect(await end()).toEqual(['failed', expect.stringContaining('out of memory')]);
      await expectFree();
    },
  );

  test('that has died under a silent worker: the next look after the window ends the run', async () => {
    await working();
    machine.die(run.flowRunId, { status: 'failed' });
    await sweepLocks(ctx);
    pass(window - 1);
    await sweepLocks(ctx);
    expect(await locked()).toBe(true);
    pass(1);
    await sweepLocks(ctx);
    expect(await end()).toEqual(['failed', 'The state machine failed']);
    await expectFree();
  });

  test('that delivers a step twice gives the run one claim', async () => {
    await working();
    await awaitToken(ctx, run, { kind: 'claim', token: 'a repeat' });
    expect(await new TestWorker(() => ctx, 'fridge-3').claim()).toBe(false);
    expect(await worker.beat()).toBeUndefined();
    await awaitToken(ctx, run, { kind: 'worker', token: machine.token(run.flowRunId) });
    await worker.finish('completed');
    await machine.settle();
    expect((await end())[0]).toBe('completed');
  });
});

describe('a restart of the service', () => {
  /** The machine lived in the process; the next one takes its runs up. */
  async function restart(): Promise<void> {
    machine.forget();
    await resumeRuns(ctx);
  }
  const acts: (() => Promise<unknown>)[] = [
    () => machine.settle(),
    () => worker.claim(),
    () => machine.settle(),
    () => worker.report(measuredT1('0')),
    () => worker.beat(),
    () => worker.finish('completed'),
    () => machine.settle(),
  ];

  test.each(acts.map((_, n) => n))(
    'before act %i loses nothing: the worker goes on, and the run completes',
    async (n) => {
      for (const [at, act] of acts.entries()) {
        if (at === n) {
          await restart();
          if (at > 0) await machine.settle();
        }
        await act();
      }
      expect(await end()).toEqual(['completed', '']);
      expect((await executionOf(ctx, run)).taskCounts).toMatchObject({ completed: 1 });
      await expectFree();
    },
  );

  test('after a cancellation does not give the lock on before the worker has stopped', async () => {
    await working();
    await cancelRun(ctx, run.flowRunId);
    await restart();
    await machine.settle();
    expect(await locked()).toBe(true);
    expect(await worker.beat()).toBe('cancelled');
    await restart();
    expect(await locked()).toBe(true);
    await worker.finish('stopped');
    expect((await end())[0]).toBe('cancelled');
    await expectFree();
  });

  test('under a worker that is gone fails the run after the window', async () => {
    await working();
    await restart();
    await machine.settle();
    pass(window);
    await machine.settle();
    expect(await end()).toEqual(['failed', 'The worker was not heard of for 120 seconds']);
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
