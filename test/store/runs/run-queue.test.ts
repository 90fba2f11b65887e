import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { batchWriteItems, writeItem } from '#shared/kernel/store/dynamodb/database.ts';
import { writeForms } from '#shared/kernel/store/dynamodb/written-forms.ts';
import { runKeys } from '#shared/kernel/store/keys.ts';
import { revokeMember } from '#shared/projects/verbs/members.ts';
import { QUEUE_LIMIT } from '#shared/runs/rules/queue.ts';
import { executionEntity } from '#shared/runs/store/executions.ts';
import { runQueueEntity } from '#shared/runs/store/run-queue.ts';
import type { RunRef } from '#shared/runs/verbs/change-run.ts';
import { abortRun } from '#shared/runs/verbs/end/abort-run.ts';
import { listExecutions } from '#shared/runs/verbs/list-executions.ts';
import { enqueue, settleQueued } from '#shared/runs/verbs/queue/change-queue.ts';
import { moveQueued, queueFlow, readQueue, removeQueued } from '#shared/runs/verbs/queue/run-queue.ts';
import { startQueued, sweepQueues } from '#shared/runs/verbs/queue/start-queued.ts';
import { beginRun } from '#shared/runs/verbs/start/begin-run.ts';
import { deleteFlow } from '#shared/schedules/verbs/delete-flow.ts';
import { interleaved } from '#test/support/engine/interleave.ts';
import { joinProject } from '#test/support/engine/join-project.ts';
import { startVerbs, type Verbs } from '#test/support/engine/verbs.ts';
import { executionOf, lockedBy, newRun, started } from '#test/support/runs/runs.ts';
import { type ScheduleContext, saveCheck, startSchedules } from '../schedules/world.ts';

let verbs: Verbs;
let ctx: ScheduleContext;
beforeAll(async () => {
  verbs = await startVerbs();
});
afterAll(() => verbs.stop());
beforeEach(async () => {
  ctx = await startSchedules(verbs);
});

const queue = (by = ctx, parameters = {}) => queueFlow(by, { name: 'check', parameters });
const executions = async () => (await listExecutions(ctx, {}, { skip: 0, limit: 100 })).records.length;
const order = async () => (await readQueue(ctx)).queue.waiting.map(({ flowRunId }) => flowRunId);
const last = async () => (await readQueue(ctx)).queue.settled[0];

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

  it('twenty starts that are queued at once all wait, each once; the next is refused', async () => {
    await started(ctx, newRun());
    const queued = await Promise.all(Array.from({ length: QUEUE_LIMIT }, () => queue()));
    const waiting = await order();
    expect([...waiting].sort()).toEqual(queued.map(({ run }) => run.flowRunId).sort());
    await expect(queue()).rejects.toThrow(/is full: 20 starts wait/);
    expect(await order()).toEqual(waiting);
  });

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

  it('while no run can be launched, looks at the queue use up one start, and later ones ever fewer', async () => {
    const first = await started(ctx, newRun());
    const queued = [await queue(), await queue(), await queue()].map(({ run }) => run.flowRunId);
    await abortRun(ctx, first, 'over');
    const refuse = () => {
      ctx.orchestrator.faults.start = { error: new Error('no such machine') };
    };
    const lookAfter = async (minutes: number) => {
      verbs.now = new Date(verbs.now.getTime() + minutes * 60_000);
      refuse();
      for (let look = 0; look < 3; look += 1) await sweepQueues(ctx);
      return (await order()).length;
    };
    expect(await lookAfter(0)).toBe(2);
    expect((await readQueue(ctx)).estimates[0]).toBe(new Date(verbs.now.getTime() + 60_000).toISOString());
    expect(await lookAfter(1)).toBe(1);
    expect(await lookAfter(1)).toBe(1);
    delete ctx.orchestrator.faults.start;
    verbs.now = new Date(verbs.now.getTime() + 60_000);
    await sweepQueues(ctx);
    expect((await readQueue(ctx)).holders[0]?.flowRunId).toBe(queued[2]);
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

  it('a queued start that cannot begin leaves the queue, and the next begins at once', async () => {
    const first = await started(ctx, newRun());
    await saveCheck(ctx, 'gone');
    await queueFlow(ctx, { name: 'gone', parameters: {} });
    const { run } = await queue();
    await deleteFlow(ctx, 'gone');
    await abortRun(ctx, first, 'over');
    await startQueued(ctx, ctx.projectId);
    expect((await readQueue(ctx)).holders[0]).toMatchObject({ flowRunId: run.flowRunId });
    expect((await readQueue(ctx)).queue.settled).toMatchObject([{ outcome: 'started' }, { outcome: 'failed' }]);
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

  it('of several queued starts one has to be named to be removed', async () => {
    await started(ctx, newRun());
    const [a, b] = [(await queue()).run.flowRunId, (await queue()).run.flowRunId];
    await expect(removeQueued(ctx)).rejects.toThrow(/2 runs are queued .* name one by 'flow_run_id'/);
    await removeQueued(ctx, a);
    expect(await order()).toEqual([b]);
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

  it('a queued start leaves the queue with the reason where its flow is gone', async () => {
    const first = await started(ctx, newRun());
    await queue();
    await deleteFlow(ctx, 'check');
    await abortRun(ctx, first, 'over');
    await startQueued(ctx, ctx.projectId);
    expect(await last()).toMatchObject({
      outcome: 'failed',
      message: expect.stringContaining("Flow 'check' not found"),
    });
  });

  it('a queued start leaves the queue where the user who queued it may not start runs any more', async () => {
    const bob = await verbs.member('bob');
    await joinProject(ctx, { username: 'bob', role: 'editor' });
    const first = await started(ctx, newRun());
    await queue({ ...ctx, ...(await verbs.inProject(bob, ctx.projectId)) });
    await revokeMember(ctx, 'bob');
    await abortRun(ctx, first, 'over');
    await startQueued(ctx, ctx.projectId);
    expect(await last()).toMatchObject({ outcome: 'failed', message: expect.stringContaining("'bob'") });
    expect(await executions()).toBe(1);
  });

  it('a queued start is told as failed where the state machine refuses it, with the execution that says so', async () => {
    const first = await started(ctx, newRun());
    await queue();
    await abortRun(ctx, first, 'over');
    ctx.orchestrator.faults.start = { error: new Error('no such machine') };
    await startQueued(ctx, ctx.projectId);
    const told = { outcome: 'failed', message: expect.stringContaining('no such machine') };
    expect(await last()).toMatchObject({ ...told, executionId: expect.any(String) });
    expect(await lockedBy(ctx)).toBeUndefined();
  });
});
