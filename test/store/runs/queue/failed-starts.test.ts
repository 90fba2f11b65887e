import { describe, expect, it } from 'vitest';
import { revokeMember } from '#shared/projects/verbs/members.ts';
import { abortRun } from '#shared/runs/verbs/end/abort-run.ts';
import { queueFlow, readQueue } from '#shared/runs/verbs/queue/run-queue.ts';
import { startQueued, sweepQueues } from '#shared/runs/verbs/queue/start-queued.ts';
import { deleteFlow } from '#shared/schedules/verbs/delete-flow.ts';
import { joinProject } from '#test/support/engine/join-project.ts';
import { lockedBy, newRun, started } from '#test/support/runs/runs.ts';
import { saveCheck } from '../../schedules/world.ts';
import { ctx, executions, last, onQueue, order, queue, verbs } from './scene.ts';

onQueue();

describe('a start that is queued', () => {
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
