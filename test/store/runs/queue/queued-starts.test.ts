import { describe, expect, it } from 'vitest';
import { abortRun } from '#shared/runs/verbs/end/abort-run.ts';
import { moveQueued, queueFlow, readQueue } from '#shared/runs/verbs/queue/run-queue.ts';
import { startQueued, sweepQueues } from '#shared/runs/verbs/queue/start-queued.ts';
import { interleaved } from '#test/support/engine/interleave.ts';
import { lockedBy, newRun, started } from '#test/support/runs/runs.ts';
import { ctx, executions, last, onQueue, order, queue, verbs } from './scene.ts';

onQueue();

describe('a start that is queued', () => {
  it('a queued start begins at once where the lock is free', async () => {
    const { executionId, behind, run } = await queue(ctx, { seed: 5 });
    expect(behind).toBeUndefined();
    expect(await lockedBy(ctx)).toBe(executionId);
    expect(ctx.orchestrator.started.has(run.flowRunId)).toBe(true);
    expect(await last()).toMatchObject({ outcome: 'started', executionId });
  });

  it('a queued start waits behind the run that holds the lock, and begins when that is released', async () => {
    const first = await started(ctx, newRun());
    const waiting = await queue(ctx, { seed: 5 });
    expect(waiting).toMatchObject({ executionId: undefined, behind: { executionId: first.executionId } });
    await startQueued(ctx, ctx.projectId);
    expect(await executions()).toBe(1);
    await abortRun(ctx, first, 'over');
    await startQueued(ctx, ctx.projectId);
    const {
      holders: [holder],
      queue: after,
    } = await readQueue(ctx);
    expect(holder).toMatchObject({ flowRunId: waiting.run.flowRunId, username: 'alice' });
    expect(after.settled).toMatchObject([{ outcome: 'started', executionId: holder?.executionId }]);
    expect(after.waiting).toEqual([]);
  });

  it('a queued start begins once, however many see the lock free', async () => {
    const first = await started(ctx, newRun());
    await queue();
    await abortRun(ctx, first, 'over');
    await Promise.all(Array.from({ length: 6 }, () => startQueued(ctx, ctx.projectId)));
    expect(await executions()).toBe(2);
  });

  it('a queued start begins with the next sweep or look at the queue, where the process that released the lock died', async () => {
    for (const look of [() => sweepQueues(ctx), () => readQueue(ctx)]) {
      const first = await started(ctx, newRun());
      await queue();
      await abortRun(ctx, first, 'over');
      await look();
      const holder = await lockedBy(ctx);
      expect(holder).toBeDefined();
      const run = (await readQueue(ctx)).holders[0];
      await abortRun(ctx, { projectId: ctx.projectId, executionId: '', flowRunId: '', ...run }, 'over');
    }
    expect(await executions()).toBe(4);
  });

  it('queued starts begin in their order, each when the run before it ends', async () => {
    let run = await started(ctx, newRun());
    const queued = [await queue(), await queue(), await queue()];
    for (const { run: next } of queued) {
      await abortRun(ctx, run, 'over');
      await Promise.all(Array.from({ length: 4 }, () => startQueued(ctx, ctx.projectId)));
      const {
        holders: [holder],
      } = await readQueue(ctx);
      expect(holder).toMatchObject({ flowRunId: next.flowRunId });
      if (holder) run = { ...run, ...holder };
    }
    expect(await executions()).toBe(4);
  });

  it('a queued start whose taker pauses begins once, though the queue was changed meanwhile', async () => {
    const first = await started(ctx, newRun());
    const { run: late } = await queue();
    const { run: next } = await queue();
    await abortRun(ctx, first, 'over');
    await interleaved(verbs.client, {
      work: () => startQueued(ctx, ctx.projectId),
      meanwhile: () => moveQueued(ctx, next.flowRunId, 1),
    });
    expect((await readQueue(ctx)).holders[0]).toMatchObject({ flowRunId: next.flowRunId });
    expect(await order()).toEqual([late.flowRunId]);
  });

  it('a queued start that is asked for again under its key finds itself, waiting or started', async () => {
    const first = await started(ctx, newRun());
    const ask = () => queueFlow(ctx, { name: 'check', parameters: {}, requestKey: 'again' });
    const waiting = await ask();
    expect((await ask()).run.flowRunId).toBe(waiting.run.flowRunId);
    await abortRun(ctx, first, 'over');
    const begun = await ask();
    expect(await ask()).toMatchObject({ executionId: begun.executionId });
    expect(await executions()).toBe(2);
  });
});
