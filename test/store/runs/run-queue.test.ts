import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { revokeMember } from '#shared/services/projects/members.ts';
import { queueFlow, readQueue, removeQueued } from '#shared/services/run-queue/run-queue.ts';
import { startQueued, sweepQueues } from '#shared/services/run-queue/start-queued.ts';
import { abortRun } from '#shared/services/runs/end/abort-run.ts';
import { listExecutions } from '#shared/services/runs/list-executions.ts';
import { deleteFlow } from '#shared/services/schedules/delete-flow.ts';
import { joinProject } from '#test/support/engine/join-project.ts';
import { startVerbs, type Verbs } from '#test/support/engine/verbs.ts';
import { lockedBy, newRun, started } from '#test/support/runs/runs.ts';
import { type ScheduleContext, startSchedules } from '../schedules/world.ts';

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
const last = async () => (await readQueue(ctx)).queue?.last;

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
    const { holder, queue: after } = await readQueue(ctx);
    expect(holder).toMatchObject({ flowRunId: waiting.run.flowRunId, username: 'alice' });
    expect(after).toMatchObject({ last: { outcome: 'started', executionId: holder?.executionId } });
    expect(after?.queued).toBeUndefined();
  });

  it('a queued start begins once, however many see the lock free', async () => {
    const first = await started(ctx, newRun());
    await queue();
    await abortRun(ctx, first, 'over');
    await Promise.all(Array.from({ length: 6 }, () => startQueued(ctx, ctx.projectId)));
    expect(await executions()).toBe(2);
  });

  it('a queued start begins with the next sweep or look at the queue, where whoever released the lock died', async () => {
    for (const look of [() => sweepQueues(ctx), () => readQueue(ctx)]) {
      const first = await started(ctx, newRun());
      await queue();
      await abortRun(ctx, first, 'over');
      await look();
      const holder = await lockedBy(ctx);
      expect(holder).toBeDefined();
      const run = (await readQueue(ctx)).holder;
      await abortRun(ctx, { projectId: ctx.projectId, executionId: '', flowRunId: '', ...run }, 'over');
    }
    expect(await executions()).toBe(4);
  });

  it('a project has one queued start: the second is refused with the first one named', async () => {
    await started(ctx, newRun());
    await queue();
    await expect(queue()).rejects.toThrow(/has a queued run: flow 'check' by 'alice' since .*. Remove it first/);
  });

  it('a queued start that was removed is not queued again by a repeat of its request, which is told so', async () => {
    await started(ctx, newRun());
    const ask = () => queueFlow(ctx, { name: 'check', parameters: {}, requestKey: 'again' });
    await ask();
    await removeQueued(ctx);
    expect(await ask()).toMatchObject({ executionId: undefined, behind: undefined, failure: "Removed by 'alice'" });
    expect((await readQueue(ctx)).queue?.queued).toBeUndefined();
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
    expect((await readQueue(ctx)).queue).toBeUndefined();
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
      const { queue: after, holder } = await readQueue(ctx);
      expect(after?.last?.outcome).toBe(begun ? 'started' : 'removed');
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

  it('a queued start leaves the queue where whoever queued it may not start runs any more', async () => {
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
