import { expect, test } from 'vitest';
import type { ProjectContext } from '#shared/kernel/context.ts';
import { queryAll } from '#shared/kernel/store/dynamodb/database.ts';
import { runKeys } from '#shared/kernel/store/keys.ts';
import { RunCancelled, RunEnded } from '#shared/runs/orchestration/errors.ts';
import { getRunPointer } from '#shared/runs/store/locks.ts';
import { abortRun } from '#shared/runs/verbs/end/abort-run.ts';
import { cancelRun } from '#shared/runs/verbs/end/cancel-run.ts';
import { awaitToken } from '#shared/runs/verbs/waiting/await-token.ts';
import { appendLog } from '#shared/workers/verbs/append-log.ts';
import { interleaved } from '#test/support/engine/interleave.ts';
import { TestWorker } from '#test/support/runs/worker.ts';
import { ctx, machine, onWorkerRuns, run, verbs, worker, working } from '../store/workers/scene.ts';

/**
 * A worker's request pauses between its read and its write, while the run is cancelled, ended, or claimed by another
 * process. One test for each condition on a claim: without it the test fails.
 */
onWorkerRuns();

const during = <T>(meanwhile: () => Promise<unknown>, work: () => Promise<T>) =>
  interleaved(verbs.client, { work, meanwhile });

/** Another process of the same worker takes the run over. */
const superseded = async () => {
  expect(await new TestWorker(() => ctx).claim()).toBe(true);
};
const cancelled = () => cancelRun(ctx, run.flowRunId);
const closed = () => abortRun(ctx, run, 'broken');
const pointer = async () => {
  const found = await getRunPointer(verbs.db, run.projectId, run.flowRunId);
  if (!found) throw new Error('no pointer');
  return found;
};

test('of two workers that claim a run at once the one that wrote first has it, and the other finds nothing', async () => {
  await machine.settle();
  const other = new TestWorker(() => ctx, 'fridge-3');
  const got = await during(
    async () => expect(await other.claim()).toBe(true),
    () => worker.claim(),
  );
  expect(got).toBe(false);
  expect((await pointer()).claim).toMatchObject({ worker: 'fridge-3', claimKey: other.claimKey });
});

test('a claim tells the step that waits when it is written, and not the one that was read', async () => {
  await machine.settle();
  const { waiting } = await pointer();
  const completed: string[] = [];
  const { completeToken } = machine;
  machine.completeToken = async (token, output) => {
    completed.push(token);
    await completeToken.call(machine, token, output);
  };
  await during(
    () => awaitToken(ctx, run, { kind: 'claim', token: 'entered again' }),
    () => worker.claim(),
  );
  expect(waiting?.token).toBeDefined();
  expect(completed).toEqual(['entered again']);
});

test('of two processes that take a claim over at once the one that wrote first has it', async () => {
  await working();
  const [one, other] = [new TestWorker(() => ctx), new TestWorker(() => ctx)];
  await during(
    async () => expect(await other.claim()).toBe(true),
    () => one.claim(),
  );
  const { claim } = await pointer();
  // The other comes again, and finds a claim of its worker to take over.
  expect(claim).toMatchObject({ claimKey: one.claimKey, fence: one.fence });
  expect(claim?.formerKeys).toEqual([worker.claimKey, other.claimKey]);
});

test('a claim is not taken over from a worker that finishes meanwhile', async () => {
  await working();
  const next = new TestWorker(() => ctx);
  expect(
    await during(
      () => worker.finish('failed', 'no signal'),
      () => next.claim(),
    ),
  ).toBe(false);
  expect((await pointer()).claim).toMatchObject({ claimKey: worker.claimKey, finished: { message: 'no signal' } });
});

test.each([
  ['cancelled', 'its run is cancelled', cancelled],
  ['ended', 'its run is closed', closed],
  ['superseded', 'another process takes its claim over', superseded],
  ['ended', 'it finishes', () => worker.finish('completed')],
] as const)(
  'a heartbeat is answered %s when %s meanwhile, and the claim no longer applies for it',
  async (stop, _, meanwhile) => {
    await working();
    const before = (await pointer()).claim;
    let after = before;
    const answer = await during(
      async () => {
        await meanwhile();
        after = (await pointer()).claim;
        verbs.now = new Date(verbs.now.getTime() + 1000);
      },
      () => worker.beat(),
    );
    expect(answer).toBe(stop);
    expect((await pointer()).claim).toEqual(after);
  },
);

test('an end that a worker reports is refused when another process takes its claim over meanwhile', async () => {
  await working();
  await expect(during(superseded, () => worker.finish('completed'))).rejects.toMatchObject({ kind: 'conflict' });
  expect((await pointer()).claim?.finished).toBeUndefined();
});

test('of two ends that a worker reports at once the one that was written first counts', async () => {
  await working();
  const answer = await during(
    () => worker.finish('failed', 'no signal'),
    () => worker.finish('completed'),
  );
  expect(answer.status).toBe('failed');
  expect((await pointer()).claim?.finished).toMatchObject({ status: 'failed', message: 'no signal' });
});

const lineOf = (text: string) => ({ level: 'info' as const, at: '2025-03-01T12:00:00.000Z', text });
const append = (text: string, by: ProjectContext = ctx) =>
  appendLog(by, run.flowRunId, { fence: worker.fence, claimKey: worker.claimKey, sequence: 0, lines: [lineOf(text)] });
const logged = async () => {
  const { pk } = runKeys.log(run.projectId, run.executionId, worker.fence, 0);
  const items = await queryAll(verbs.db, {
    pk,
    prefix: runKeys.log(run.projectId, run.executionId, worker.fence, 0).sk.slice(0, 4),
  });
  return items.flatMap(({ lines }) => (lines as { text: string }[]).map(({ text }) => text));
};

test('lines of a log are kept when its run is cancelled meanwhile, until the worker has finished', async () => {
  await working();
  await during(cancelled, () => append('late'));
  expect(await logged()).toEqual(['late']);
});

test.each([
  ['its run is closed', closed],
  ['another process takes its claim over', superseded],
])('lines of a log are refused when %s meanwhile', async (_, meanwhile) => {
  await working();
  await expect(during(meanwhile, () => append('late'))).rejects.toMatchObject({ kind: 'conflict' });
  expect(await logged()).toEqual([]);
});

test('of two batches of a log under the same number the one that was written first remains', async () => {
  await working();
  await during(
    () => append('first'),
    () => append('second'),
  );
  expect(await logged()).toEqual(['first']);
});

test.each([
  ['is cancelled', cancelled, RunCancelled],
  ['is closed', closed, RunEnded],
])('a step does not begin to wait for the worker of a run that %s meanwhile', async (_, meanwhile, refusal) => {
  await working();
  const { waiting } = await pointer();
  await expect(during(meanwhile, () => awaitToken(ctx, run, { kind: 'worker', token: 'late' }))).rejects.toBeInstanceOf(
    refusal,
  );
  expect((await pointer()).waiting).toEqual(waiting);
});
