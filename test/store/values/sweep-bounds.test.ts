import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { listTargets, targetEntity } from '#shared/chips/store/chips.ts';
import { createChip } from '#shared/chips/verbs/change/create-chip.ts';
import { leaseSeconds } from '#shared/chips/verbs/jobs/jobs.ts';
import { sweepSeconds, sweepTimeoutSeconds } from '#shared/kernel/rules/sweep-seconds.ts';
import { batchWriteItems, chunk } from '#shared/kernel/store/dynamodb/database.ts';
import { sweepPending } from '#shared/kernel/verbs/pending/sweep.ts';
import { executionEntity } from '#shared/runs/store/executions.ts';
import { lockEntity } from '#shared/runs/store/locks.ts';
import { sweepLocks } from '#shared/runs/verbs/lock/sweep-locks.ts';
import { beginRun } from '#shared/runs/verbs/start/begin-run.ts';
import { listTargetDays } from '#shared/values/store/days/target-days.ts';
import { closeDays } from '#shared/values/verbs/days/close-days.ts';
import { updateParameters } from '#shared/values/verbs/parameters/update-parameters.ts';
import { closeSpans } from '#shared/values/verbs/projection/close-spans.ts';
import { crashAt } from '#test/support/engine/faults.ts';
import { startVerbs, type Verbs } from '#test/support/engine/verbs.ts';
import { isEveryCase } from '#test/support/properties/case-count.ts';
import { executionRecord } from '#test/support/runs/execution.ts';
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
});

/** A second passes with every call to the engine. */
async function slowly<T>(work: () => Promise<T>): Promise<T> {
  verbs.faults.plan(() => {
    verbs.now = inSeconds(1);
    return undefined;
  });
  try {
    return await work();
  } finally {
    verbs.faults.clear();
  }
}

const inSeconds = (seconds: number): Date => new Date(verbs.now.getTime() + seconds * 1000);

/** Projects whose locks are held by runs that live. */
async function putHeldLocks(projects: number): Promise<void> {
  const items = Array.from({ length: projects }, (_, n) => {
    const projectId = `project-${String(n).padStart(4, '0')}`;
    const of = { projectId, executionId: '20250301-001', flowRunId: `run-${n}`, chipId: 'chip' };
    const createdAt = verbs.now.toISOString();
    const execution = executionRecord({ ...of, status: 'running', createdAt });
    ctx.orchestrator.states.set(of.flowRunId, { status: 'running' });
    const holder = { ...of, username: 'alice', acquiredAt: createdAt };
    const last = { date: '20250301', index: 1 };
    return [
      executionEntity.encode(execution, 1),
      lockEntity.encode({ projectId, last, holder, updatedAt: createdAt }, 1),
    ];
  });
  await batchWriteItems(
    verbs.db,
    items.flat().map((put) => ({ put })),
  );
}

describe('the time of a sweep', () => {
  test('the time of a sweep is shorter than the lease of a job, and its works have room in it', () => {
    expect(sweepTimeoutSeconds).toBeLessThan(leaseSeconds);
    const works = Object.values(sweepSeconds).reduce((sum, seconds) => sum + seconds, 0);
    // The last call of each work may take some seconds more.
    expect(works + 5 * Object.keys(sweepSeconds).length).toBeLessThanOrEqual(sweepTimeoutSeconds);
  });

  test('the locks of many projects are looked after side by side, each once, those of a thousand well within their time', async () => {
    const projects = isEveryCase ? 1000 : 200;
    await putHeldLocks(projects);
    const looked = new Map<string, number>();
    let now = 0;
    let most = 0;
    const { describe: answer } = ctx.orchestrator;
    const orchestrator = {
      ...ctx.orchestrator,
      describe: async (flowRunId: string) => {
        looked.set(flowRunId, (looked.get(flowRunId) ?? 0) + 1);
        now += 1;
        most = Math.max(most, now);
        await new Promise((resolve) => setImmediate(resolve));
        now -= 1;
        return answer(flowRunId);
      },
    };
    expect(await sweepLocks({ ...ctx, orchestrator })).toEqual({ held: projects, settled: 0, failed: 0 });
    expect([looked.size, new Set(looked.values())]).toEqual([projects, new Set([1])]);
    // At half a second a look, which is long.
    expect((1000 / most) * 0.5).toBeLessThan(sweepSeconds.locks);
  });

  test('locks that a sweep has no time for count as held, and are not always the same', async () => {
    await putHeldLocks(40);
    const looked = new Set<string>();
    const { describe: answer } = ctx.orchestrator;
    const orchestrator = {
      ...ctx.orchestrator,
      describe: (flowRunId: string) => {
        looked.add(flowRunId);
        return answer(flowRunId);
      },
    };
    const sweep = () => slowly(() => sweepLocks({ ...ctx, orchestrator }, { until: inSeconds(28) }));
    expect(await sweep()).toEqual({ held: 40, settled: 0, failed: 0 });
    const first = looked.size;
    expect(first).toBeGreaterThan(5);
    expect(first).toBeLessThan(40);
    verbs.now = new Date('2025-03-01T12:05:40.000Z');
    expect(await sweep()).toEqual({ held: 40, settled: 0, failed: 0 });
    expect(looked.size).toBeGreaterThan(first);
  });

  test('a dead run with many open tasks is ended by several sweeps, none of which takes longer than its time', async () => {
    await createChip(ctx, { chipId: 'chip', topologyId: 'linear-2' });
    const run = await started(ctx);
    await beginRun(ctx, run);
    // As many at once as a transaction holds.
    for (const first of [0, 90, 180]) await putTasks(ctx, run, Array(90).fill('scheduled'), first);
    ctx.orchestrator.states.set(run.flowRunId, { status: 'aborted' });
    let sweeps = 0;
    for (; (await lockedBy(ctx)) !== undefined; sweeps += 1) {
      const start = verbs.now.getTime();
      // The list of locks is five calls, which count here as if one came after the other.
      expect(await slowly(() => sweepLocks(ctx, { until: inSeconds(13) }))).toMatchObject({ failed: 0 });
      expect(verbs.now.getTime() - start).toBeLessThan(20_000);
    }
    expect(sweeps).toBeGreaterThan(1);
    const { status, taskCounts } = await executionOf(ctx, run);
    expect([status, taskCounts.skipped]).toEqual(['failed', 270]);
  });

  test('a chip job that takes longer than a sweep is given on at once, and finished by the next', async () => {
    verbs.faults.plan(crashAt(5, 'after'));
    await createChip(ctx, { chipId: 'chip', topologyId: 'linear-600' }).catch(() => undefined);
    await verbs.faults.idle();
    verbs.faults.clear();
    verbs.now = inSeconds(leaseSeconds + 1);
    const swept = await slowly(() => sweepPending(verbs.ctx, { until: inSeconds(8) }));
    expect(swept).toMatchObject({ finished: 0, busy: 0, failed: 0 });
    expect(await sweepPending(verbs.ctx)).toMatchObject({ finished: 1, busy: 0, failed: 0 });
  });

  test('a day of a large chip that a sweep has no time for is closed by later ones, none of which takes longer than its time', async () => {
    await createChip(ctx, { chipId: 'chip', topologyId: 'linear-600' });
    const targets = await listTargets(verbs.db, { projectId: ctx.projectId, chipId: 'chip', size: 600 }, 'qubit');
    const data = { t1: { value: 7, unit: 'μs', calibratedAt: verbs.now.toISOString(), source: 'manual' as const } };
    for (const part of chunk(targets, 25))
      await batchWriteItems(
        verbs.db,
        part.map(({ rev, ...target }) => ({ put: targetEntity.encode({ ...target, data }, rev + 1) })),
      );
    verbs.now = new Date('2025-03-03T12:00:00.000Z');
    let sweeps = 0;
    for (let closed = 0; closed === 0 && sweeps < 12; sweeps += 1) {
      const start = verbs.now.getTime();
      const swept = await slowly(() => closeDays(ctx, inSeconds(20)));
      expect(swept.failed).toBe(0);
      expect(verbs.now.getTime() - start).toBeLessThan(28_000);
      closed = swept.closed;
    }
    expect(sweeps).toBeGreaterThan(1);
    expect(sweeps).toBeLessThan(12);
    const rows = await listTargetDays(
      verbs.db,
      { projectId: ctx.projectId, chipId: 'chip', target: { kind: 'qubit', id: '599' } },
      '0',
    );
    expect(rows.map(({ date }) => date)).toEqual(['20250301']);
  });

  test('roll-ups that a sweep has no time for are made by the next', async () => {
    await createChip(ctx, { chipId: 'chip', topologyId: 'linear-2' });
    await updateParameters(ctx, { chipId: 'chip', qid: '0', parameters: { t1: { value: 7 } } });
    verbs.now = new Date('2025-03-03T12:00:00.000Z');
    expect(await slowly(() => closeSpans(ctx, inSeconds(3)))).toEqual({ closed: 0, failed: 0 });
    expect(await closeSpans(ctx, inSeconds(60))).toEqual({ closed: 1, failed: 0 });
  });
});
