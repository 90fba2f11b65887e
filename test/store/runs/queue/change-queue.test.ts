import { describe, expect, it } from 'vitest';
import { QUEUE_LIMIT } from '#shared/runs/rules/queue.ts';
import { abortRun } from '#shared/runs/verbs/end/abort-run.ts';
import { moveQueued, queueFlow, readQueue, removeQueued } from '#shared/runs/verbs/queue/run-queue.ts';
import { startQueued } from '#shared/runs/verbs/queue/start-queued.ts';
import { newRun, started } from '#test/support/runs/runs.ts';
import { ctx, executions, last, onQueue, order, queue } from './scene.ts';

onQueue();

describe('a start that is queued', () => {
  it('twenty starts that are queued at once all wait, each once; the next is refused', async () => {
    await started(ctx, newRun());
    const queued = await Promise.all(Array.from({ length: QUEUE_LIMIT }, () => queue()));
    const waiting = await order();
    expect([...waiting].sort()).toEqual(queued.map(({ run }) => run.flowRunId).sort());
    await expect(queue()).rejects.toThrow(/is full: 20 starts wait/);
    expect(await order()).toEqual(waiting);
  });

  it('a queued start is moved to a position, beyond the end to the last', async () => {
    await started(ctx, newRun());
    const [a, b, c] = [await queue(), await queue(), await queue()].map(({ run }) => run.flowRunId);
    await moveQueued(ctx, c ?? '', 1);
    expect(await order()).toEqual([c, a, b]);
    await moveQueued(ctx, c ?? '', 2);
    expect(await order()).toEqual([a, c, b]);
    await moveQueued(ctx, a ?? '', 20);
    expect(await order()).toEqual([c, b, a]);
    await expect(moveQueued(ctx, 'nothing', 1)).rejects.toThrow(/Queued run 'nothing' not found/);
  });

  it('queued starts that are moved, removed and started at once are neither lost nor doubled', async () => {
    const first = await started(ctx, newRun());
    const ids = (await Promise.all(Array.from({ length: 8 }, () => queue()))).map(({ run }) => run.flowRunId);
    await abortRun(ctx, first, 'over');
    const acts = ids.flatMap((id, index) => [
      moveQueued(ctx, id, 1 + ((index * 3) % 8)),
      ...(index % 3 === 0 ? [removeQueued(ctx, id)] : []),
      startQueued(ctx, ctx.projectId),
    ]);
    await Promise.allSettled(acts);
    await startQueued(ctx, ctx.projectId);
    const {
      queue: after,
      holders: [holder],
    } = await readQueue(ctx);
    const left = after.settled.map(({ flowRunId }) => flowRunId);
    const waits = after.waiting.map(({ flowRunId }) => flowRunId);
    expect([...waits, ...left].sort()).toEqual([...ids].sort());
    expect(after.settled.filter(({ outcome }) => outcome === 'started')).toMatchObject([
      { flowRunId: holder?.flowRunId },
    ]);
    expect(await executions()).toBe(2);
  });

  it('of several queued starts one has to be named to be removed', async () => {
    await started(ctx, newRun());
    const [a, b] = [(await queue()).run.flowRunId, (await queue()).run.flowRunId];
    await expect(removeQueued(ctx)).rejects.toThrow(/2 runs are queued .* name one by 'flow_run_id'/);
    await removeQueued(ctx, a);
    expect(await order()).toEqual([b]);
  });

  it('a start of a project beyond a quota is refused as such, and is not queued', async () => {
    const quotas = { ...ctx.config.quotas, rows: -1 };
    await expect(queue({ ...ctx, config: { ...ctx.config, quotas } })).rejects.toMatchObject({ code: 'limit_reached' });
    expect((await readQueue(ctx)).queue).toMatchObject({ waiting: [], settled: [] });
  });

  it('a queued start that was removed is not queued again by a repeat of its request, which is told so', async () => {
    await started(ctx, newRun());
    const ask = () => queueFlow(ctx, { name: 'check', parameters: {}, requestKey: 'again' });
    await ask();
    await removeQueued(ctx);
    await expect(ask()).rejects.toThrow("Flow 'check' was not started: Removed by 'alice'");
    expect((await readQueue(ctx)).queue.waiting).toEqual([]);
  });

  it('a start is refused before it is queued where the flow or its parameters do not fit', async () => {
    await expect(queue(ctx, { seed: 'none' })).rejects.toThrow(/seed/);
    await expect(queueFlow(ctx, { name: 'nothing', parameters: {} })).rejects.toThrow(/Flow 'nothing' not found/);
    expect((await readQueue(ctx)).queue).toMatchObject({ waiting: [], settled: [] });
  });

  it('a queued start that is removed does not begin, and says by whom', async () => {
    const first = await started(ctx, newRun());
    await queue();
    await removeQueued(ctx);
    await abortRun(ctx, first, 'over');
    await startQueued(ctx, ctx.projectId);
    expect(await executions()).toBe(1);
    expect(await last()).toMatchObject({ outcome: 'removed', message: "Removed by 'alice'" });
    await expect(removeQueued(ctx)).rejects.toThrow(/No run is queued/);
  });

  it('a queued start that is removed while it begins either begins or is removed', async () => {
    for (let round = 0; round < 5; round += 1) {
      const first = await started(ctx, newRun());
      await queue();
      await abortRun(ctx, first, 'over');
      const before = await executions();
      const [, removal] = await Promise.allSettled([startQueued(ctx, ctx.projectId), removeQueued(ctx)]);
      const begun = (await executions()) > before;
      expect(removal.status === 'fulfilled').toBe(!begun);
      const {
        queue: after,
        holders: [holder],
      } = await readQueue(ctx);
      expect(after.settled[0]?.outcome).toBe(begun ? 'started' : 'removed');
      if (holder) await abortRun(ctx, { projectId: ctx.projectId, ...holder }, 'over');
    }
  });
});
