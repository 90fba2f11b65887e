import { describe, expect, test } from 'vitest';
import { RunCancelled, RunEnded } from '#shared/runs/orchestration/errors.ts';
import { getRunPointer } from '#shared/runs/store/locks.ts';
import { cancelRun } from '#shared/runs/verbs/end/cancel-run.ts';
import { beginRun } from '#shared/runs/verbs/start/begin-run.ts';
import { awaitToken } from '#shared/runs/verbs/waiting/await-token.ts';
import { started } from '#test/support/runs/runs.ts';
import { ctx, onChip, verbs } from './scene.ts';

onChip();

describe('the token of a state that waits', () => {
  test('the token of a state that waits is kept for a cancellation, and replaced by the next', async () => {
    const ref = await started(ctx, { runner: 'worker', plan: undefined });
    await beginRun(ctx, ref);
    await awaitToken(ctx, ref, { kind: 'claim', token: 'first' });
    await awaitToken(ctx, ref, { kind: 'worker', token: 'second' });
    const pointer = await getRunPointer(verbs.db, ref.projectId, ref.flowRunId);
    expect(pointer?.waiting).toEqual({ kind: 'worker', token: 'second' });
  });

  test('the token of a state that waits is failed by a cancellation that comes after it', async () => {
    const ref = await started(ctx, { runner: 'worker', plan: undefined });
    await beginRun(ctx, ref);
    await awaitToken(ctx, ref, { kind: 'claim', token: 'first' });
    await cancelRun(ctx, ref.executionId);
    expect(ctx.orchestrator.failed).toEqual([{ token: 'first', error: 'RunCancelled' }]);
  });

  test('a token is not kept when a cancellation came before it, or the run is over', async () => {
    const ref = await started(ctx, { runner: 'worker', plan: undefined });
    await beginRun(ctx, ref);
    await cancelRun(ctx, ref.executionId);
    await expect(awaitToken(ctx, ref, { kind: 'claim', token: 'late' })).rejects.toThrow(RunCancelled);
    await expect(awaitToken(ctx, { ...ref, flowRunId: ref.projectId }, { kind: 'claim', token: 'x' })).rejects.toThrow(
      RunEnded,
    );
    expect((await getRunPointer(verbs.db, ref.projectId, ref.flowRunId))?.waiting).toBeUndefined();
  });
});
