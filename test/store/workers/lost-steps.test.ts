import { describe, expect, test } from 'vitest';
import { cancelRun } from '#shared/runs/verbs/end/cancel-run.ts';
import { sweepLocks } from '#shared/runs/verbs/lock/sweep-locks.ts';
import { resumeRuns } from '#shared/runs/verbs/slices/resume-runs.ts';
import { startRun } from '#shared/runs/verbs/start/start-run.ts';
import { awaitToken } from '#shared/runs/verbs/waiting/await-token.ts';
import { executionOf, newRun } from '#test/support/runs/runs.ts';
import { measuredT1, TestWorker } from '#test/support/runs/worker.ts';
import { ctx, end, expectFree, locked, machine, onWorkerRuns, pass, run, window, worker, working } from './scene.ts';

onWorkerRuns();

describe('the state machine', () => {
  /** What loses every word to the state machine. */
  const deaf = () => {
    const { completeToken, failToken } = machine;
    machine.completeToken = machine.failToken = async () => Promise.reject(new Error('cut off'));
    return () => Object.assign(machine, { completeToken, failToken });
  };

  test.each(['the repeated claim', 'a heartbeat', 'a look at the lock', 'the sweep'] as const)(
    'a state machine that did not hear of a claim hears of it by %s',
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

  test('a state machine that did not hear of an end hears of it by a repeat or the sweep', async () => {
    await working();
    const hear = deaf();
    await worker.finish('completed').catch(() => undefined);
    hear();
    await sweepLocks(ctx);
    await machine.settle();
    expect((await end())[0]).toBe('completed');
  });

  test.each(['failed', 'timed_out', 'aborted'] as const)(
    'a state machine that has %s while the worker drives: the run is ended when that has stopped',
    async (status) => {
      await working();
      machine.die(run.flowRunId, { status, reason: 'out of memory' });
      await sweepLocks(ctx);
      expect([await locked(), (await end())[0]]).toEqual([true, 'running']);
      await expect(startRun(ctx, newRun())).rejects.toThrow('is busy');
      expect([await worker.beat(), await worker.report(measuredT1('0'))]).toEqual(['ended', false]);
      expect(await new TestWorker(() => ctx).claim()).toBe(false);
      await worker.finish('stopped');
      expect(await end()).toEqual(['failed', expect.stringContaining('out of memory')]);
      await expectFree();
    },
  );

  test('a run whose state machine died under a silent worker is ended by the next look after the window', async () => {
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

  test('a step of the state machine that is delivered twice gives the run one claim', async () => {
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
    'a restart of the service before act %i loses nothing: the worker goes on, and the run completes',
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

  test('a restart of the service after a cancellation does not give the lock on before the worker has stopped', async () => {
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

  test('a restart of the service under a worker that is gone fails the run after the window', async () => {
    await working();
    await restart();
    await machine.settle();
    pass(window);
    await machine.settle();
    expect(await end()).toEqual(['failed', 'The worker did not respond for 120 seconds']);
    await expectFree();
  });
});
