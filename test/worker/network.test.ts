import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { eventually } from '#test/support/stack/processes.ts';
import { startTestStack } from '#test/support/stack/stack.ts';
import type { TestStack } from '#test/support/stack/test-stack.ts';
import {
  type Bench,
  begin,
  benchQids,
  countsOf,
  endOf,
  prepareBench,
  windowMilliseconds,
  windowSeconds,
} from './bench.ts';
import { drives, type WorkerProcess } from './worker-process.ts';

/** How many points the tests measure of each qubit. */
const points = 30;

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

/** What holds of a run that has completed whatever happened to it. */
async function expectComplete(executionId: string, worker: WorkerProcess): Promise<void> {
  const execution = await bench.ended(executionId);
  expect(execution).toMatchObject({ status: 'completed', message: '' });
  expect(execution.task.map(({ qid }) => qid).toSorted()).toEqual(benchQids);
  expect(countsOf(execution)).toEqual({ completed: benchQids.length });
  const { lines } = await bench.api.listRunLog({ params: { execution_id: executionId } });
  expect(lines).toHaveLength(benchQids.length);
  await bench.unlocked();
  expect(worker.child.exitCode).toBeNull();
}

describe('a network that is cut for less than half a window', () => {
  it.each(['refuse', 'hang'] as const)(
    'a network cut for less than half a window stops no worker, and nothing is lost or doubled (%s)',
    async (cut) => {
      const { worker, executionId } = await begin(bench, points);
      bench.proxy.set(cut);
      await sleep(windowMilliseconds / 8);
      bench.proxy.set('open');
      await expectComplete(executionId, worker);
      // Every qubit was measured once, at every point.
      expect(drives(worker)).toHaveLength(benchQids.length * points);
    },
  );

  it('a worker whose answers alone are lost goes on with its run', async () => {
    const { worker, executionId } = await begin(bench, points);
    bench.proxy.set('drop');
    await eventually(() => bench.proxy.dropped >= 2);
    bench.proxy.set('open');
    await expectComplete(executionId, worker);
    expect(drives(worker)).toHaveLength(benchQids.length * points);
  });
});

describe('a network that stays away', () => {
  it('a worker that stays cut off stops its hardware before its lock is given on, and takes the next run when back', async () => {
    const { worker, executionId } = await begin(bench, 150);
    bench.proxy.set('refuse');
    const execution = await bench.ended(executionId);
    expect(execution).toMatchObject({
      status: 'failed',
      message: `The worker did not respond for ${windowSeconds} seconds`,
    });
    expect(worker.journal().at(-1)?.event).toBe('stop');
    expect(countsOf(execution)).not.toHaveProperty('running');
    await bench.unlocked();
    bench.proxy.set('open');
    const next = await bench.execute(['0'], 9);
    const { status, start_at } = await bench.ended(next);
    expect(status).toBe('completed');
    const [end, start] = [endOf(execution), Date.parse(start_at ?? '')];
    expect(drives(worker).filter(({ at }) => at > end && at < start)).toEqual([]);
  });
});
