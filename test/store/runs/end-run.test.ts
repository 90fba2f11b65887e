import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createChip } from '#shared/chips/verbs/change/create-chip.ts';
import { batchWriteItems, queryAll } from '#shared/kernel/store/dynamodb/database.ts';
import { projectKeys, runKeys } from '#shared/kernel/store/keys.ts';
import { auditEntity } from '#shared/projects/store/audit.ts';
import { getTaskResult } from '#shared/results/store/task-results.ts';
import { RunCancelled, RunEnded } from '#shared/runs/orchestration/errors.ts';
import { decodeSummary, executionEntity } from '#shared/runs/store/executions.ts';
import { abortRun } from '#shared/runs/verbs/end/abort-run.ts';
import { cancelRun } from '#shared/runs/verbs/end/cancel-run.ts';
import { completeRun } from '#shared/runs/verbs/end/complete-run.ts';
import { forceUnlock } from '#shared/runs/verbs/end/force-unlock.ts';
import { sweepLocks } from '#shared/runs/verbs/lock/sweep-locks.ts';
import { beginRun } from '#shared/runs/verbs/start/begin-run.ts';
import { takeFence } from '#shared/runs/verbs/waiting/take-fence.ts';
import { interleaved } from '#test/support/engine/interleave.ts';
import { startVerbs, type Verbs } from '#test/support/engine/verbs.ts';
import {
  executionOf,
  fakeOrchestrator,
  lockedBy,
  putTasks,
  type RunContext,
  started,
} from '#test/support/runs/runs.ts';

let verbs: Verbs;
let ctx: RunContext;

beforeAll(async () => {
  verbs = await startVerbs();
});
afterAll(() => verbs.stop());
beforeEach(async () => {
  await verbs.empty();
  verbs.now = new Date('2025-03-01T12:00:00.000Z');
  ctx = { ...(await verbs.member('alice')), orchestrator: fakeOrchestrator() };
  await createChip(ctx, { chipId: 'chip', topologyId: 'linear-2' });
});

const seconds = (n: number) => {
  verbs.now = new Date(verbs.now.getTime() + n * 1000);
};

const audits = async () =>
  (await queryAll(verbs.db, projectKeys.audits(ctx.projectId))).map((item) => auditEntity.decode(item).action);

/** The status of each task. */
const tasksOf = async (taskIds: readonly string[]) =>
  Promise.all(
    taskIds.map(async (id) => {
      const result = await getTaskResult(verbs.db, ctx.projectId, id);
      return [result?.status, result?.message];
    }),
  );

const open = ['running', 'scheduled', 'pending', 'completed'] as const;

describe('begin', () => {
  test('beginRun sets a scheduled run running; repeated, it changes nothing', async () => {
    const ref = await started(ctx);
    seconds(2);
    await beginRun(ctx, ref);
    seconds(2);
    await beginRun(ctx, ref);
    expect(await executionOf(ctx, ref)).toMatchObject({ status: 'running', startAt: '2025-03-01T12:00:02.000Z' });
  });

  test('beginRun of a run whose cancellation was asked for, or that is over, is told so', async () => {
    const ref = await started(ctx);
    await cancelRun(ctx, ref.flowRunId);
    await expect(beginRun(ctx, ref)).rejects.toThrow(RunCancelled);
    await abortRun(ctx, ref, 'asked for');
    await expect(beginRun(ctx, ref)).rejects.toThrow(RunEnded);
  });

  test('beginRun does not take another run for its own', async () => {
    const ref = await started(ctx);
    const foreign = { ...ref, flowRunId: randomUUID() };
    await expect(beginRun(ctx, foreign)).rejects.toThrow(RunEnded);
    expect(await abortRun(ctx, foreign, 'not mine')).toBeUndefined();
    expect(await executionOf(ctx, ref)).toMatchObject({ status: 'scheduled' });
    expect(await lockedBy(ctx)).toBe(ref.executionId);
  });
});

describe('taking the fence', () => {
  test('taking the fence raises it each time while the run is on, and no more once it is being ended', async () => {
    const ref = await started(ctx);
    await expect(takeFence(ctx, ref)).rejects.toThrow('not-begun');
    await beginRun(ctx, ref);
    expect((await takeFence(ctx, ref)).fence).toBe(1);
    expect((await takeFence(ctx, ref)).fence).toBe(2);
    await cancelRun(ctx, ref.flowRunId);
    await expect(takeFence(ctx, ref)).rejects.toThrow(RunCancelled);
    await abortRun(ctx, ref, '');
    await expect(takeFence(ctx, ref)).rejects.toThrow(RunEnded);
  });
});

describe('complete', () => {
  test('completeRun closes what is open, ends the execution and frees the lock, with the time that it took', async () => {
    const ref = await started(ctx);
    await beginRun(ctx, ref);
    const tasks = await putTasks(ctx, ref, open);
    seconds(90);
    const done = await completeRun(ctx, ref);
    expect(await executionOf(ctx, ref)).toMatchObject({
      status: 'completed',
      endAt: '2025-03-01T12:01:30.000Z',
      elapsedSeconds: 90,
      message: '',
      closing: true,
      taskCounts: { failed: 1, skipped: 2, completed: 1, running: 0, scheduled: 0, pending: 0 },
    });
    expect(done.status).toBe('completed');
    expect(await tasksOf(tasks)).toEqual([
      ['failed', 'Task was still running when execution completed'],
      ['skipped', 'Execution completed before the task ran'],
      ['skipped', 'Execution completed before the task ran'],
      ['completed', ''],
    ]);
    expect(await lockedBy(ctx)).toBeUndefined();
  });

  test('completeRun, repeated or after an end of another kind, changes nothing', async () => {
    const ref = await started(ctx);
    await beginRun(ctx, ref);
    await completeRun(ctx, ref);
    const before = await verbs.table();
    seconds(5);
    expect(await completeRun(ctx, ref)).toMatchObject({ status: 'completed' });
    expect(await abortRun(ctx, ref, 'too late')).toMatchObject({ status: 'completed' });
    expect(await verbs.table()).toEqual(before);
  });

  test('completeRun does not end a run whose cancellation was asked for before its last write', async () => {
    const ref = await started(ctx);
    await beginRun(ctx, ref);
    await cancelRun(ctx, ref.flowRunId);
    await expect(completeRun(ctx, ref)).rejects.toThrow(RunCancelled);
    expect(await abortRun(ctx, ref, 'RunCancelled')).toMatchObject({ status: 'cancelled' });
  });

  test('completeRun keeps the execution in the indexes of its status alone', async () => {
    const ref = await started(ctx);
    await beginRun(ctx, ref);
    await completeRun(ctx, ref);
    const listed = async (status: string) => {
      const items = await queryAll(verbs.db, { index: 'gsi2', pk: runKeys.ofStatus(ctx.projectId, status) });
      return items.map((item) => decodeSummary(item).status);
    };
    expect([await listed('scheduled'), await listed('running'), await listed('completed')]).toEqual([
      [],
      [],
      ['completed'],
    ]);
  });
});

describe('freeing the lock by force', () => {
  test('forceUnlock of a run whose tasks the index does not show yet says to try again, and has its entry in the audit; the sweep ends the run, or the next attempt', async () => {
    const run = await started(ctx);
    await beginRun(ctx, run);
    const execution = await executionOf(ctx, run);
    const hidden = (count: number) => ({
      put: executionEntity.encode({ ...execution, taskCounts: { scheduled: count } }, 7),
    });
    await batchWriteItems(verbs.db, [hidden(1)]);
    // So many seconds pass with every call.
    verbs.faults.plan(() => {
      seconds(5);
      return undefined;
    });
    const refused = forceUnlock(ctx, 'stuck');
    await expect(refused).rejects.toMatchObject({ kind: 'unavailable', retryAfterSeconds: 5 });
    expect(await lockedBy(ctx)).toBe(run.executionId);
    expect(await audits()).toEqual(['force-unlock']);
    await expect(forceUnlock(ctx, 'still stuck')).rejects.toMatchObject({ kind: 'unavailable' });
    verbs.faults.clear();
    const { rev, ...closing } = await executionOf(ctx, run);
    await batchWriteItems(verbs.db, [{ put: executionEntity.encode({ ...closing, taskCounts: {} }, rev + 1) }]);
    ctx.orchestrator.states.set(run.flowRunId, { status: 'aborted' });
    await sweepLocks(ctx);
    expect(await executionOf(ctx, run)).toMatchObject({
      status: 'failed',
      message: "Ended by 'alice' to free the lock: stuck",
    });
    expect(await lockedBy(ctx)).toBeUndefined();
    expect(await audits()).toEqual(['force-unlock']);
  });

  test('forceUnlock of a run that another forces free at the same moment has one entry in the audit, also where it was being ended', async () => {
    const run = await started(ctx);
    await beginRun(ctx, run);
    const execution = await executionOf(ctx, run);
    await batchWriteItems(verbs.db, [
      { put: executionEntity.encode({ ...execution, closing: true, fence: execution.fence + 1 }, 7) },
    ]);
    await interleaved(verbs.client, {
      work: () => forceUnlock(ctx, 'stuck'),
      meanwhile: () => forceUnlock(ctx, 'stuck'),
    });
    expect(await audits()).toEqual(['force-unlock']);
    expect(await lockedBy(ctx)).toBeUndefined();
  });
});

describe('abort', () => {
  test('abortRun ends a run that was not cancelled as failed, with the reason, and frees the lock', async () => {
    const ref = await started(ctx);
    await beginRun(ctx, ref);
    const tasks = await putTasks(ctx, ref, open);
    expect(await abortRun(ctx, ref, 'The worker did not respond')).toMatchObject({
      status: 'failed',
      message: 'The worker did not respond',
      elapsedSeconds: 0,
    });
    expect(await tasksOf(tasks)).toEqual([
      ['failed', 'Task was still running when execution failed'],
      ['skipped', 'Execution failed before the task ran'],
      ['skipped', 'Execution failed before the task ran'],
      ['completed', ''],
    ]);
    expect(await lockedBy(ctx)).toBeUndefined();
  });

  test('abortRun ends a run as cancelled where that was asked for, whatever the reason, with every open task', async () => {
    const ref = await started(ctx);
    await beginRun(ctx, ref);
    const tasks = await putTasks(ctx, ref, open);
    await cancelRun(ctx, ref.executionId);
    expect(await abortRun(ctx, ref, 'some error')).toMatchObject({
      status: 'cancelled',
      message: 'Cancelled by alice',
    });
    expect(await tasksOf(tasks)).toEqual([
      ...open.slice(0, 3).map(() => ['cancelled', 'Execution was cancelled']),
      ['completed', ''],
    ]);
    expect(await lockedBy(ctx)).toBeUndefined();
  });

  test('abortRun by three at once ends the run once, and the next start keeps the lock', async () => {
    const ref = await started(ctx);
    await beginRun(ctx, ref);
    await putTasks(ctx, ref, open);
    const ends = await Promise.all(['a', 'b', 'c'].map((reason) => abortRun(ctx, ref, reason)));
    expect(new Set(ends.map((end) => end?.message)).size).toBe(1);
    const next = await started(ctx);
    await abortRun(ctx, ref, 'late');
    await completeRun(ctx, ref);
    expect(await lockedBy(ctx)).toBe(next.executionId);
  });

  test('abortRun keeps a message to a thousand characters', async () => {
    const ref = await started(ctx);
    const end = await abortRun(ctx, ref, '𝛼'.repeat(5000));
    expect([...(end?.message ?? '')]).toHaveLength(1000);
  });
});
