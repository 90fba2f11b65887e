import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { chipEntity } from '#shared/chips/store/chips.ts';
import { createChip } from '#shared/chips/verbs/change/create-chip.ts';
import { deleteChip } from '#shared/chips/verbs/change/delete-chip.ts';
import { claimJob, relayoutJobId } from '#shared/chips/verbs/jobs/jobs.ts';
import { readChip } from '#shared/chips/verbs/read-chip.ts';
import { batchWriteItems } from '#shared/kernel/store/dynamodb/database.ts';
import { projectKeys } from '#shared/kernel/store/keys.ts';
import { deleteProject } from '#shared/projects/verbs/projects.ts';
import { LOCK_SCOPES } from '#shared/runs/rules/lock.ts';
import { abortRun } from '#shared/runs/verbs/end/abort-run.ts';
import { forceUnlock } from '#shared/runs/verbs/end/force-unlock.ts';
import { readLocks, reconcileRuns } from '#shared/runs/verbs/lock/reconcile.ts';
import { sweepLocks } from '#shared/runs/verbs/lock/sweep-locks.ts';
import { queueFlow, readQueue, removeQueued } from '#shared/runs/verbs/queue/run-queue.ts';
import { startQueued } from '#shared/runs/verbs/queue/start-queued.ts';
import { startRun } from '#shared/runs/verbs/start/start-run.ts';
import { interleaved } from '#test/support/engine/interleave.ts';
import { startVerbs, type Verbs } from '#test/support/engine/verbs.ts';
import { checkRuns } from '#test/support/invariants/run-invariants.ts';
import { executionOf, lockedBy, newRun, started, withLockScope } from '#test/support/runs/runs.ts';
import { type ScheduleContext, startSchedules } from '../store/schedules/world.ts';

/**
 * A change of a lock pauses between its read and its write, while another takes the lock or changes what it depends on.
 * One test for each condition on a lock: without it the test fails.
 */
describe.each(LOCK_SCOPES)('where a lock covers a %s,', (scope) => {
  // A chip whose run is in the way of one on `chip`.
  const rival = scope === 'chip' ? 'chip' : 'other';
  let verbs: Verbs;
  let ctx: ScheduleContext;
  beforeAll(async () => {
    verbs = await startVerbs();
  });
  afterAll(() => verbs.stop());
  beforeEach(async () => {
    ctx = await withLockScope(await startSchedules(verbs), scope);
    await createChip(ctx, { chipId: 'other', topologyId: 'linear-2' });
  });

  const during = <T>(meanwhile: () => Promise<unknown>, work: () => Promise<T>) =>
    interleaved(verbs.client, { work, meanwhile });
  /** Does something in the middle of work that is refused. @returns the refusal. */
  const refusalDuring = (meanwhile: () => Promise<unknown>, work: () => Promise<unknown>): Promise<unknown> =>
    during(meanwhile, work).then(
      () => 'was not refused',
      (error: unknown) => error,
    );

  const releases: Record<string, () => Promise<unknown>> = {
    'a look at the lock': () => readLocks(ctx),
    'a force-unlock': () => forceUnlock(ctx, 'stuck'),
    'a sweep': () => sweepLocks(ctx),
  };

  test.each(Object.entries(releases))(
    `an orphaned lock that %s frees late stays with the run that has taken it meanwhile, a lock per ${scope}`,
    async (_, release) => {
      const gone = await started(ctx);
      await batchWriteItems(verbs.db, [{ delete: projectKeys.execution(gone.projectId, gone.executionId) }]);
      let next: string | undefined;
      await during(async () => {
        await reconcileRuns(ctx, ctx.projectId);
        next = (await startRun(ctx, newRun({ chipId: rival }))).executionId;
      }, release);
      expect(next).toBeDefined();
      expect(await lockedBy(ctx)).toBe(next);
    },
  );

  test.each([
    ['for the first time', 0],
    ['after another run', 1],
  ])(
    `a lock that two runs take at once, %s, is held by the one that wrote first, which alone is there, a lock per ${scope}`,
    async (_, before) => {
      for (let n = 0; n < before; n += 1) await abortRun(ctx, await started(ctx), 'over');
      let first: string | undefined;
      const refusal = await refusalDuring(
        async () => {
          first = (await started(ctx, { chipId: rival })).executionId;
        },
        () => startRun(ctx, newRun()),
      );
      expect(refusal).toMatchObject({
        kind: 'conflict',
        message: expect.stringContaining(`run '${first}' on chip '${rival}'`),
      });
      expect(await lockedBy(ctx)).toBe(first);
      checkRuns(await verbs.table());
    },
  );

  test(`a lock that two runs take at once around midnight is held by the one that wrote first, a lock per ${scope}`, async () => {
    await abortRun(ctx, await started(ctx), 'over');
    verbs.now = new Date('2026-03-01T14:59:59.000Z');
    let first: string | undefined;
    const refusal = await refusalDuring(
      async () => {
        verbs.now = new Date('2026-03-01T15:00:01.000Z');
        first = (await started(ctx, { chipId: rival })).executionId;
      },
      () => startRun(ctx, newRun()),
    );
    expect(refusal).toMatchObject({ kind: 'conflict', code: 'run_active' });
    expect(await lockedBy(ctx)).toBe(first);
    checkRuns(await verbs.table());
  });

  test.each([
    ['its project is deleted', () => deleteProject(ctx), { code: 'no_project_access' }],
    ['its chip is deleted', () => deleteChip(ctx, 'chip', { force: true, permanent: true }), { kind: 'invalid' }],
    [
      'its chip begins to be laid out anew',
      () =>
        claimJob(
          ctx,
          { projectId: ctx.projectId, chipId: 'chip', kind: 'create', jobId: relayoutJobId, username: 'alice' },
          async () => undefined,
        ),
      { kind: 'conflict' },
    ],
  ])(`a lock is not taken by a run when %s meanwhile, a lock per ${scope}`, async (_, happens, refusal) => {
    expect(await refusalDuring(happens, () => startRun(ctx, newRun()))).toMatchObject(refusal);
    expect(await lockedBy(ctx)).toBeUndefined();
    checkRuns(await verbs.table());
  });

  test(`a lock is not taken by a run when the deletion of its chip begins meanwhile, a lock per ${scope}`, async () => {
    const begin = async () => {
      const { rev, ...chip } = await readChip(ctx, 'chip');
      const deleting = chipEntity.encode({ ...chip, deletingAt: verbs.now.toISOString() }, rev + 1);
      await batchWriteItems(verbs.db, [{ put: deleting }]);
    };
    expect(await refusalDuring(begin, () => startRun(ctx, newRun()))).toMatchObject({ kind: 'invalid' });
    expect(await lockedBy(ctx)).toBeUndefined();
  });

  test(`a lock is taken by a run while its chip is imported into, a lock per ${scope}`, async () => {
    const request = {
      projectId: ctx.projectId,
      chipId: 'chip',
      kind: 'import' as const,
      jobId: 'one',
      username: 'alice',
    };
    await claimJob(ctx, request, async () => undefined);
    const { executionId } = await startRun(ctx, newRun());
    expect(await lockedBy(ctx)).toBe(executionId);
  });

  test.each([
    ['its project', () => deleteProject(ctx)],
    ['its chip', () => deleteChip(ctx, 'chip', { force: true, permanent: true })],
  ])(`the lock that a run takes keeps %s from being deleted, a lock per ${scope}`, async (_, remove) => {
    const before = new Map<string, string>();
    const refusal = await refusalDuring(async () => {
      await started(ctx);
      for (const [key, item] of await verbs.table()) before.set(key, item);
    }, remove);
    expect(refusal).toMatchObject({ kind: 'conflict', code: 'run_active' });
    expect(await verbs.table()).toEqual(before);
  });

  test(`the lock of a run on another chip does not keep a chip from being deleted, a lock per ${scope}`, async () => {
    await during(
      () => started(ctx, { chipId: 'other' }),
      () => deleteChip(ctx, 'chip', { force: true, permanent: true }),
    );
    await expect(startRun(ctx, newRun())).rejects.toMatchObject({ kind: 'invalid' });
  });

  test.each([
    ['an abort', (ref) => abortRun(ctx, ref, 'late')],
    ['a force-unlock', (ref) => forceUnlock(ctx, 'late', ref.executionId)],
  ] as [string, (ref: Awaited<ReturnType<typeof started>>) => Promise<unknown>][])(
    `a lock that has gone to the next run stays with it when %s that was meant for the one before comes late, a lock per ${scope}`,
    async (_, end) => {
      const first = await started(ctx);
      let next: string | undefined;
      await during(
        async () => {
          await abortRun(ctx, first, 'first');
          next = (await started(ctx)).executionId;
        },
        () => end(first),
      );
      expect(await executionOf(ctx, first)).toMatchObject({ status: 'failed', message: 'first' });
      expect(await lockedBy(ctx)).toBe(next);
      checkRuns(await verbs.table());
    },
  );

  test(`a lock is not handed to a queued run that is removed meanwhile, a lock per ${scope}`, async () => {
    const holder = await started(ctx);
    await queueFlow(ctx, { name: 'check', parameters: {} });
    await abortRun(ctx, holder, 'over');
    await during(
      () => removeQueued(ctx),
      () => startQueued(ctx, ctx.projectId),
    );
    expect(await lockedBy(ctx)).toBeUndefined();
    expect((await readQueue(ctx)).queue.settled[0]).toMatchObject({ outcome: 'removed' });
  });

  test(`a lock that another run takes before it is handed on leaves the queued run in its place, a lock per ${scope}`, async () => {
    const holder = await started(ctx);
    const { run } = await queueFlow(ctx, { name: 'check', parameters: {} });
    await abortRun(ctx, holder, 'over');
    let next: string | undefined;
    await during(
      async () => {
        next = (await started(ctx, { chipId: rival })).executionId;
      },
      () => startQueued(ctx, ctx.projectId),
    );
    expect(await lockedBy(ctx)).toBe(next);
    expect((await readQueue(ctx)).queue.waiting[0]).toMatchObject({ flowRunId: run.flowRunId });
  });
});
