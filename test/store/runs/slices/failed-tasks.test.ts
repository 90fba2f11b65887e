import { describe, expect, test } from 'vitest';
import { RunFailed } from '#shared/runs/orchestration/errors.ts';
import { runSlice } from '#shared/runs/verbs/slices/run-slice.ts';
import { backend, begun, counts, emptyChip, never, onChip, plan, results, stage } from './scene.ts';

onChip();

describe('a slice', () => {
  test('a slice skips the other tasks of a target in the stage once one has failed, and names that one', async () => {
    const ref = await begun(plan(stage(['CheckRabi', 'CheckT1', 'CheckT2Echo'], 3), stage(['CheckRamsey'], 3)));
    await runSlice(backend(['CheckRabi 1', 'CheckT1 2']).ctx, ref, never);
    const told = (await results()).map(({ name, qid, status, message }) =>
      `${name} ${qid}: ${status} ${message}`.trim(),
    );
    expect(told.filter((line) => !line.endsWith('completed')).toSorted()).toEqual([
      'CheckRabi 1: failed no signal',
      'CheckT1 1: skipped Skipped because CheckRabi failed on 1',
      'CheckT1 2: failed no signal',
      'CheckT2Echo 1: skipped Skipped because CheckRabi failed on 1',
      'CheckT2Echo 2: skipped Skipped because CheckT1 failed on 2',
    ]);
  });

  test('a slice knows what an earlier one has seen fail, wherever that one ended', async () => {
    const of = plan(stage(['CheckRabi', 'CheckT1', 'CheckT2Echo'], 3), stage(['CheckRamsey'], 3));
    const whole = await begun(of);
    await runSlice(backend(['CheckRabi 1']).ctx, whole, never);
    const summary = async () =>
      (await results()).map(({ index, status, message }) => `${index} ${status} ${message}`).toSorted();
    const expected = await summary();
    await emptyChip();
    const parts = await begun(of);
    for (let done = false; !done; ) done = (await runSlice(backend(['CheckRabi 1']).ctx, parts, () => true)).done;
    expect(await summary()).toEqual(expected);
  });

  test.each([
    ['in one slice', never],
    ['in many', () => true],
  ])('a slice ends the run after a stage that stops it and has failed, %s', async (_, mustStop) => {
    const ref = await begun(plan(stage(['CheckRabi', 'CheckT1'], 3, 'stop'), stage(['CheckRamsey'], 3)));
    const slices = async () => {
      while (!(await runSlice(backend(['CheckT1 0']).ctx, ref, mustStop)).done);
    };
    await expect(slices()).rejects.toThrow(RunFailed);
    await expect(slices()).rejects.toThrow("Stage 'CheckRabi+CheckT1' stops the run: it failed on one target");
    expect((await results()).map(({ name }) => name)).not.toContain('CheckRamsey');
    expect(await counts(ref)).toMatchObject({ completed: 5, failed: 1 });
  });
});
