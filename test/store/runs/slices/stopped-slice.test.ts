import { describe, expect, test } from 'vitest';
import { FenceLost, RunCancelled } from '#shared/runs/orchestration/errors.ts';
import { cancelRun } from '#shared/runs/verbs/end/cancel-run.ts';
import { runSlice } from '#shared/runs/verbs/slices/run-slice.ts';
import { batchTasks } from '#shared/runs/verbs/slices/slice-batch.ts';
import { executionOf } from '#test/support/runs/runs.ts';
import { eventually } from '#test/support/stack/processes.ts';
import { backend, begun, counts, ctx, never, onChip, plan, results, stage } from './scene.ts';

onChip();

/** The shortest pace with which tasks take time. */
const paceSeconds = 0.001;

describe('a slice', () => {
  test('a slice whose time is over before it begins does one batch, and the next goes on behind it', async () => {
    const ref = await begun(plan(stage(['CheckRabi', 'CheckT1'], 30)));
    const cursors: number[] = [];
    const asked: number[] = [];
    for (let done = false; !done; ) {
      const part = backend();
      const slice = await runSlice(part.ctx, ref, () => true);
      cursors.push(slice.cursor);
      asked.push(...part.asked.map(({ planned }) => planned.index));
      done = slice.done;
    }
    expect(cursors).toEqual([batchTasks, 2 * batchTasks, 3 * batchTasks, 60]);
    expect(asked).toEqual(Array.from({ length: 60 }, (_, i) => i));
    expect(await counts(ref)).toMatchObject({ completed: 60 });
    await results();
  });

  test('a slice with a pace schedules no more of a long stage than one transaction holds, so that few are open when cancelled', async () => {
    const ref = await begun({
      ...plan(stage(['CheckRabi', 'CheckT1', 'CheckRamsey', 'CheckT2Echo'], 32)),
      paceSeconds,
    });
    const cancelled = backend();
    cancelled.ctx.objects.put = async () => void (await cancelRun(ctx, ref.executionId));
    await expect(runSlice(cancelled.ctx, ref, never)).rejects.toThrow(RunCancelled);
    expect(await counts(ref)).toMatchObject({ scheduled: 96 - batchTasks, running: batchTasks });
  });

  test('slices take every task of a stage that is longer than what is scheduled ahead, once', async () => {
    const ref = await begun({
      ...plan(stage(['CheckRabi', 'CheckT1', 'CheckRamsey', 'CheckT2Echo'], 32)),
      paceSeconds,
    });
    const { ctx: own, asked } = backend();
    const mustStop = () => asked.length % (3 * batchTasks) === 0;
    while (!(await runSlice(own, ref, mustStop)).done);
    expect(asked.map(({ planned }) => planned.index)).toEqual(Array.from({ length: 128 }, (_, i) => i));
    expect(await counts(ref)).toMatchObject({ completed: 128 });
    await results();
  });

  test('a slice writes nothing more once a cancellation is asked for, and begins no further batch', async () => {
    const ref = await begun(plan(stage(['CheckRabi', 'CheckT1'], 24)));
    const cancelled = backend();
    cancelled.ctx.objects.put = async () => void (await cancelRun(ctx, ref.executionId));
    await expect(runSlice(cancelled.ctx, ref, never)).rejects.toThrow(RunCancelled);
    await expect(runSlice(cancelled.ctx, ref, never)).rejects.toThrow(RunCancelled);
    expect(cancelled.asked).toHaveLength(batchTasks);
    expect(await executionOf(ctx, ref)).toMatchObject({ cursor: 0, taskCounts: {} });
    expect(await results()).toEqual([]);
  });

  test('a slice writes nothing more once another has taken the run over', async () => {
    const ref = await begun(plan(stage(['CheckRabi'], 30)));
    const slow = backend();
    let overtaken: Promise<unknown> | undefined;
    slow.ctx.objects.put = async () => {
      overtaken ??= runSlice(backend().ctx, ref, never);
      await overtaken;
    };
    await expect(runSlice(slow.ctx, ref, never)).rejects.toThrow(FenceLost);
    expect(await executionOf(ctx, ref)).toMatchObject({ cursor: 30, taskCounts: { completed: 30 } });
    await results();
  });

  test('a slice takes the pace that the plan asks for, and ends it when a cancellation is asked for', async () => {
    const ref = await begun({ ...plan(stage(['CheckRabi'], 2)), paceSeconds: 3600 });
    const paced = backend();
    const refused = expect(runSlice(paced.ctx, ref, never)).rejects.toThrow(RunCancelled);
    await eventually(async () => (await counts(ref)).running === 2);
    await cancelRun(ctx, ref.executionId);
    await refused;
    expect(paced.asked).toEqual([]);
  });
});
