import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createChip } from '#shared/chips/verbs/change/create-chip.ts';
import { batchWriteItems, queryAll, writeItem } from '#shared/kernel/store/dynamodb/database.ts';
import { updateOf } from '#shared/kernel/store/dynamodb/update.ts';
import { projectKeys, runKeys } from '#shared/kernel/store/keys.ts';
import { type AuditRecord, auditEntity } from '#shared/projects/store/audit.ts';
import { listHeldLocks, type WaitingStep } from '#shared/runs/store/locks.ts';
import type { RunRef } from '#shared/runs/verbs/change-run.ts';
import { abortRun } from '#shared/runs/verbs/end/abort-run.ts';
import { cancelRun } from '#shared/runs/verbs/end/cancel-run.ts';
import { completeRun } from '#shared/runs/verbs/end/complete-run.ts';
import { forceUnlock } from '#shared/runs/verbs/end/force-unlock.ts';
import { readLocks, reconcileRuns } from '#shared/runs/verbs/lock/reconcile.ts';
import { beginRun } from '#shared/runs/verbs/start/begin-run.ts';
import { startRun } from '#shared/runs/verbs/start/start-run.ts';
import { startVerbs, type Verbs } from '#test/support/engine/verbs.ts';
import {
  executionOf,
  fakeOrchestrator,
  lockedBy,
  newRun,
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
const status = async (ref: RunRef) => (await executionOf(ctx, ref)).status;
const audits = async (): Promise<AuditRecord[]> =>
  (await queryAll(verbs.db, projectKeys.audits(ctx.projectId))).map((item) => auditEntity.decode(item));

/** Keeps the token of a step that waits, as the step's function does. */
async function wait(ref: RunRef, waiting: WaitingStep): Promise<void> {
  const update = runKeys.run(ref.projectId, ref.flowRunId);
  await writeItem(verbs.db, { update, with: updateOf({ set: { waiting } }) });
}

/** A run under way. */
async function running(given = {}): Promise<RunRef> {
  const ref = await started(ctx, given);
  await beginRun(ctx, ref);
  return ref;
}

describe('cancel', () => {
  test('cancelRun by run id or execution id asks for it once, keeps who asked, and leaves one entry in the audit', async () => {
    const ref = await running();
    seconds(3);
    const asked = await cancelRun(ctx, ref.flowRunId.toUpperCase());
    seconds(3);
    await cancelRun(ctx, ref.executionId);
    expect(asked).toMatchObject({ status: 'running', cancelRequestedBy: 'alice' });
    expect(await executionOf(ctx, ref)).toMatchObject({ cancelRequestedAt: '2025-03-01T12:00:03.000Z' });
    expect(await audits()).toMatchObject([
      { action: 'cancel-run', resource: 'execution:20250301-000', actor: 'alice' },
    ]);
  });

  test('cancelRun of a cancelled run changes nothing', async () => {
    const ref = await running();
    await cancelRun(ctx, ref.flowRunId);
    await abortRun(ctx, ref, '');
    const before = await verbs.table();
    expect(await cancelRun(ctx, ref.flowRunId)).toMatchObject({ status: 'cancelled' });
    expect(await verbs.table()).toEqual(before);
  });

  test('cancelRun of a run that completed or failed is refused, naming how it ended', async () => {
    const done = await running();
    await completeRun(ctx, done);
    await expect(cancelRun(ctx, done.flowRunId)).rejects.toThrow("'20250301-000' cannot be cancelled: it is completed");
    const failed = await running();
    await abortRun(ctx, failed, 'broken');
    await expect(cancelRun(ctx, failed.executionId)).rejects.toThrow('it is failed');
  });

  test('cancelRun of an unknown run, or one of another project, is not found, and nothing is written', async () => {
    const bob = { ...(await verbs.member('bob')), orchestrator: ctx.orchestrator };
    const ref = await running();
    const before = await verbs.table();
    for (const id of [ref.flowRunId, ref.executionId, randomUUID(), '20250301-999'])
      await expect(cancelRun(bob, id)).rejects.toMatchObject({ kind: 'not-found' });
    expect(await verbs.table()).toEqual(before);
  });

  test.each(['failed', 'timed_out', 'aborted', 'succeeded'] as const)(
    'cancelRun of a run whose state machine has %s ends it at once, with its tasks, and frees the lock',
    async (machine) => {
      const ref = await running();
      await putTasks(ctx, ref, ['running', 'scheduled']);
      ctx.orchestrator.states.set(ref.flowRunId, { status: machine });
      expect(await cancelRun(ctx, ref.flowRunId)).toMatchObject({ status: 'cancelled', taskCounts: { cancelled: 2 } });
      expect(await lockedBy(ctx)).toBeUndefined();
    },
  );

  test('cancelRun is kept where the state machine cannot be asked', async () => {
    const ref = await running();
    ctx.orchestrator.faults.describe = { error: new Error('throttled') };
    expect(await cancelRun(ctx, ref.flowRunId)).toMatchObject({ status: 'running', cancelRequestedBy: 'alice' });
  });

  test('cancelRun ends the wait for a worker, again where the first word was lost, but not that of a worker at work', async () => {
    const ref = await running({ runner: 'worker', plan: undefined });
    await wait(ref, { kind: 'claim', token: 'unclaimed' });
    ctx.orchestrator.faults.failToken = { error: new Error('throttled') };
    await cancelRun(ctx, ref.flowRunId);
    delete ctx.orchestrator.faults.failToken;
    await reconcileRuns(ctx, ctx.projectId);
    expect(ctx.orchestrator.failed).toEqual([{ token: 'unclaimed', error: 'RunCancelled' }]);
    await wait(ref, { kind: 'worker', token: 'claimed' });
    await cancelRun(ctx, ref.flowRunId);
    expect(ctx.orchestrator.failed).toHaveLength(1);
    expect(await lockedBy(ctx)).toBe(ref.executionId);
  });
});

describe('the lock', () => {
  test('the lock is free, then names its holder and its state', async () => {
    expect(await readLocks(ctx)).toEqual([]);
    const ref = await running();
    const { flowRunId, executionId } = ref;
    expect(await readLocks(ctx)).toMatchObject([
      {
        holder: { executionId, flowRunId, chipId: 'chip', username: 'alice', acquiredAt: '2025-03-01T12:00:00.000Z' },
        execution: { status: 'running' },
      },
    ]);
  });

  test.each([
    ['failed', 'The state machine failed: out of memory'],
    ['timed_out', 'The state machine timed out: out of memory'],
    ['aborted', 'The state machine was stopped: out of memory'],
    ['succeeded', 'The state machine ended without ending the run: out of memory'],
  ] as const)('the lock of a run whose state machine has %s is freed by any reader', async (machine, message) => {
    const ref = await running();
    ctx.orchestrator.states.set(ref.flowRunId, { status: machine, reason: 'out of memory' });
    expect(await readLocks(ctx)).toEqual([]);
    expect(await executionOf(ctx, ref)).toMatchObject({ status: 'failed', message });
    expect(await lockedBy(ctx)).toBeUndefined();
    expect(await listHeldLocks(verbs.db)).toEqual([]);
  });

  test('the lock of a run unknown to the state machine is freed after a minute, or at once where no one starts', async () => {
    const ref = await started(ctx);
    ctx.orchestrator.states.clear();
    seconds(59);
    await reconcileRuns(ctx, ctx.projectId);
    expect(await status(ref)).toBe('scheduled');
    seconds(1);
    expect(await reconcileRuns(ctx, ctx.projectId)).toEqual([]);
    expect(await executionOf(ctx, ref)).toMatchObject({
      status: 'failed',
      message: 'The run is not known to the state machine',
    });
    const next = await started(ctx);
    ctx.orchestrator.states.clear();
    await reconcileRuns(ctx, ctx.projectId, { graceSeconds: 0 });
    expect(await status(next)).toBe('failed');
  });

  test('the lock of a dead run is not in the way of the next start', async () => {
    const dead = await running();
    ctx.orchestrator.states.set(dead.flowRunId, { status: 'aborted' });
    const next = await startRun(ctx, newRun());
    expect(next).toMatchObject({ executionId: '20250301-001', status: 'scheduled' });
    expect([await status(dead), await lockedBy(ctx)]).toEqual(['failed', '20250301-001']);
  });

  test('the lock of a living run stays where the state machine cannot be asked', async () => {
    const ref = await running();
    ctx.orchestrator.faults.describe = { error: new Error('throttled') };
    expect(await readLocks(ctx)).toMatchObject([{ holder: { executionId: ref.executionId } }]);
    await expect(startRun(ctx, newRun())).rejects.toThrow('is busy');
    await expect(reconcileRuns(ctx, ctx.projectId)).rejects.toThrow('throttled');
  });
});

describe('force-unlock', () => {
  test('force-unlock ends the run as failed, frees the lock, ends its wait, and the audit says who and why', async () => {
    const ref = await running();
    await putTasks(ctx, ref, ['running']);
    await wait(ref, { kind: 'worker', token: 'claimed' });
    const ended = await forceUnlock(ctx, 'the fridge warms up');
    const message = "Ended by 'alice' to free the lock: the fridge warms up";
    expect(ended).toMatchObject({ status: 'failed', message, taskCounts: { failed: 1 } });
    expect(await lockedBy(ctx)).toBeUndefined();
    expect(ctx.orchestrator.failed).toEqual([{ token: 'claimed', error: 'RunCancelled' }]);
    expect(await audits()).toMatchObject([
      { action: 'force-unlock', actor: 'alice', details: { reason: 'the fridge warms up', chip_id: 'chip' } },
    ]);
  });

  test('force-unlock of a free lock changes nothing', async () => {
    const before = await verbs.table();
    expect(await forceUnlock(ctx, undefined)).toBeUndefined();
    expect(await verbs.table()).toEqual(before);
  });

  test('force-unlock ends a run whose cancellation was asked for as cancelled', async () => {
    const ref = await running();
    await cancelRun(ctx, ref.flowRunId);
    expect(await forceUnlock(ctx, undefined)).toMatchObject({ status: 'cancelled' });
  });

  test('force-unlock frees a lock whose execution is gone', async () => {
    const ref = await started(ctx);
    await batchWriteItems(verbs.db, [{ delete: projectKeys.execution(ref.projectId, ref.executionId) }]);
    expect(await forceUnlock(ctx, undefined)).toBeUndefined();
    expect(await lockedBy(ctx)).toBeUndefined();
  });
});
