import { describe, expect, test } from 'vitest';
import { writeItem } from '#shared/kernel/store/dynamodb/database.ts';
import { updateOf } from '#shared/kernel/store/dynamodb/update.ts';
import { projectKeys } from '#shared/kernel/store/keys.ts';
import type { RunRef } from '#shared/runs/verbs/change-run.ts';
import { sweepLocks } from '#shared/runs/verbs/lock/sweep-locks.ts';
import { resumeRuns } from '#shared/runs/verbs/slices/resume-runs.ts';
import { executionOf, lockedBy, started } from '#test/support/runs/runs.ts';
import { begun, ctx, onChip, plan, stage, verbs } from './scene.ts';

onChip();

describe('the sweep over held locks', () => {
  /** A context that keeps what is measured in it. */
  const measuring = () => {
    const measured: number[] = [];
    const log = { ...ctx.log, measure: (_: string, value: number) => void measured.push(value) };
    return { measured, ctx: { ...ctx, log } };
  };

  test('the sweep over held locks leaves a run that lives, and measures for how long its lock is held', async () => {
    const ref = await started(ctx);
    verbs.now = new Date(verbs.now.getTime() + 90_000);
    const { measured, ctx: own } = measuring();
    expect(await sweepLocks(own)).toEqual({ held: 1, settled: 0, failed: 0 });
    expect(measured).toEqual([90]);
    expect(await lockedBy(ctx)).toBe(ref.executionId);
  });

  test('the sweep over held locks ends a run that died, and measures no age when no lock is left', async () => {
    const ref = await started(ctx);
    ctx.orchestrator.states.set(ref.flowRunId, { status: 'aborted' });
    const { measured, ctx: own } = measuring();
    expect(await sweepLocks(own)).toEqual({ held: 0, settled: 1, failed: 0 });
    expect(measured).toEqual([]);
    expect(await executionOf(ctx, ref)).toMatchObject({ status: 'failed' });
    expect(await lockedBy(ctx)).toBeUndefined();
  });

  test('the sweep over held locks goes on when one run cannot be looked at', async () => {
    await started(ctx);
    ctx.orchestrator.faults.describe = { error: new Error('no answer') };
    expect(await sweepLocks(ctx)).toMatchObject({ held: 0, settled: 0, failed: 1 });
  });
});

describe('the start of a process to which a run was left', () => {
  const forget = (ref: RunRef) => {
    ctx.orchestrator.started.delete(ref.flowRunId);
    ctx.orchestrator.states.delete(ref.flowRunId);
  };

  test('a process that starts goes on with a run that was left to it, under its own id', async () => {
    const ref = await begun(plan(stage(['CheckRabi'], 2)));
    forget(ref);
    expect(await resumeRuns(ctx)).toBe(1);
    expect(ctx.orchestrator.started.get(ref.flowRunId)).toMatchObject({ execution_id: ref.executionId });
    expect(await resumeRuns(ctx)).toBe(0);
  });

  test.each([
    ['a run that had done all its tasks completes', 2, 'completed'],
    ['a run that was being aborted ends', 1, 'failed'],
  ])('a process that starts settles what was left to it: %s', async (_, cursor, status) => {
    const ref = await begun(plan(stage(['CheckRabi'], 2)));
    await writeItem(verbs.db, {
      update: projectKeys.execution(ref.projectId, ref.executionId),
      with: updateOf({ set: { closing: true, cursor } }),
    });
    forget(ref);
    expect(await resumeRuns(ctx)).toBe(1);
    expect(await executionOf(ctx, ref)).toMatchObject({ status });
    expect(await lockedBy(ctx)).toBeUndefined();
  });
});
