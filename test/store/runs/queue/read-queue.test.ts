import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { batchWriteItems, writeItem } from '#shared/kernel/store/dynamodb/database.ts';
import { writeForms } from '#shared/kernel/store/dynamodb/written-forms.ts';
import { runKeys } from '#shared/kernel/store/keys.ts';
import { QUEUE_LIMIT } from '#shared/runs/rules/queue.ts';
import { executionEntity } from '#shared/runs/store/executions.ts';
import { runQueueEntity } from '#shared/runs/store/run-queue.ts';
import type { RunRef } from '#shared/runs/verbs/change-run.ts';
import { abortRun } from '#shared/runs/verbs/end/abort-run.ts';
import { enqueue, settleQueued } from '#shared/runs/verbs/queue/change-queue.ts';
import { readQueue } from '#shared/runs/verbs/queue/run-queue.ts';
import { sweepQueues } from '#shared/runs/verbs/queue/start-queued.ts';
import { beginRun } from '#shared/runs/verbs/start/begin-run.ts';
import { executionOf, newRun, started } from '#test/support/runs/runs.ts';
import { ctx, last, onQueue, order, queue, verbs } from './scene.ts';

onQueue();

const large = (parameters: Record<string, unknown>) => {
  const { userId, username } = ctx.actor.user;
  const start = { flowRunId: randomUUID(), flowName: 'check', parameters: JSON.stringify(parameters) };
  return { ...start, userId, username, queuedAt: new Date().toISOString() };
};

/** Completed runs of the flow, of an earlier day. */
async function seedCompleted(like: RunRef, durations: readonly number[]): Promise<void> {
  const { rev: _rev, ...execution } = await executionOf(ctx, like);
  const puts = durations.map((elapsedSeconds, index) => {
    const id = `20260201-00${index}`;
    const completed = { ...execution, name: 'check', status: 'completed' as const, elapsedSeconds };
    return { put: executionEntity.encode({ ...completed, executionId: id, flowRunId: id }, 1) };
  });
  await batchWriteItems(verbs.db, puts);
}

describe('a start that is queued', () => {
  it('a full queue keeps the reasons of those that left it within one item', async () => {
    await started(ctx, newRun());
    const parameters = { notes: 'x'.repeat(8000) };
    for (let n = 0; n < QUEUE_LIMIT; n += 1) await enqueue(ctx, ctx.projectId, large(parameters));
    const { queue: full } = await readQueue(ctx);
    const settlement = { outcome: 'failed', message: 'y'.repeat(30_000), reason: 'flow' } as const;
    for (const run of full.waiting) {
      await settleQueued(ctx, ctx.projectId, run, settlement);
      await enqueue(ctx, ctx.projectId, large(parameters));
    }
    const { queue: after } = await readQueue(ctx);
    expect([after.waiting.length, after.settled.length]).toEqual([QUEUE_LIMIT, QUEUE_LIMIT]);
    expect(after.settled[0]?.message).toMatch(/^y{997}\.{3}$/);
  });

  it('a queue of the last release, with one place, is read and goes on', async () => {
    const first = await started(ctx, newRun());
    const { run } = await queue();
    const { queue: now } = await readQueue(ctx);
    const [queued] = now.waiting;
    const { projectId } = ctx;
    const keys = { ...runKeys.queue(projectId), gsi2pk: runKeys.queued, gsi2sk: run.queuedAt };
    const left = { flowRunId: 'old', flowName: 'check', username: 'alice', queuedAt: run.queuedAt, at: run.queuedAt };
    await writeItem(verbs.db, {
      put: {
        ...keys,
        ...{ entity: 'run-queue', v: 1, rev: 7, slim: { projectId }, projectId, queued },
        last: { ...left, outcome: 'removed', message: '' },
      },
    });
    expect(await order()).toEqual([run.flowRunId]);
    expect(await last()).toMatchObject({ flowRunId: 'old', outcome: 'removed' });
    await queue();
    await abortRun(ctx, first, 'over');
    await sweepQueues(ctx);
    expect((await readQueue(ctx)).holders[0]).toMatchObject({ flowRunId: run.flowRunId });
    expect(await order()).toHaveLength(1);
  });

  it('a queue in the released form is read as it is, and as the last release has changed it', async () => {
    const { projectId } = ctx;
    const { userId, username } = ctx.actor.user;
    const at = '2025-03-01T12:00:00.000Z';
    const start = (flowRunId: string) => ({
      flowRunId,
      flowName: 'check',
      parameters: '{}',
      userId,
      username,
      queuedAt: at,
    });
    const left = (flowRunId: string) => ({
      flowRunId,
      flowName: 'check',
      username,
      queuedAt: at,
      at,
      outcome: 'removed' as const,
      message: '',
    });
    const [a, b, c] = [start('a'), start('b'), start('c')];
    const [x, y, z] = [left('x'), left('y'), left('z')];
    writeForms('released');
    const item = runQueueEntity.encode({ projectId, waiting: [a, b], settled: [x, y] }, 1);
    writeForms('present');
    expect(item).toMatchObject({ v: 1, queued: a, last: x, gsi2pk: runKeys.queued });
    const read = (changes: object) => {
      const { waiting, settled } = runQueueEntity.decode({ ...item, ...changes });
      return [waiting, settled].map((list) => list.map(({ flowRunId }) => flowRunId));
    };
    expect(read({})).toEqual([
      ['a', 'b'],
      ['x', 'y'],
    ]);
    // The last release lets the first go.
    expect(read({ queued: undefined, last: z })).toEqual([['b'], ['z', 'x', 'y']]);
    // And takes another in its place.
    expect(read({ queued: c, last: z })).toEqual([
      ['c', 'b'],
      ['z', 'x', 'y'],
    ]);
  });

  it('a queued start is expected when the runs before it have taken the median of their flow', async () => {
    const first = await started(ctx, newRun());
    for (let index = 0; index < 3; index += 1) await queue();
    expect((await readQueue(ctx)).estimates).toEqual([undefined, undefined, undefined]);
    await beginRun(ctx, first);
    await seedCompleted(first, [100, 300, 500]);
    const since = (seconds: number) => new Date(verbs.now.getTime() + seconds * 1000).toISOString();
    expect((await readQueue(ctx)).estimates).toEqual([since(300), since(600), since(900)]);
    verbs.now = new Date(verbs.now.getTime() + 1_000_000);
    expect((await readQueue(ctx)).estimates).toEqual([since(0), since(300), since(600)]);
  });
});
