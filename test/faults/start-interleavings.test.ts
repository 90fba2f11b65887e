import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { executeFlow } from '#shared/flows/verbs/execute-flow.ts';
import { reExecute } from '#shared/flows/verbs/re-execute.ts';
import { abortRun } from '#shared/runs/verbs/end/abort-run.ts';
import { queueFlow, readQueue } from '#shared/runs/verbs/queue/run-queue.ts';
import { startQueued } from '#shared/runs/verbs/queue/start-queued.ts';
import { deleteFlow } from '#shared/schedules/verbs/delete-flow.ts';
import { interleaved } from '#test/support/engine/interleave.ts';
import { startVerbs, type Verbs } from '#test/support/engine/verbs.ts';
import { lockedBy, newRun, started } from '#test/support/runs/runs.ts';
import { type ScheduleContext, startSchedules } from '../store/schedules/world.ts';

/** The start of a run pauses between its reads and the transaction that takes the lock, while its flow is deleted. */
let verbs: Verbs;
let ctx: ScheduleContext;
beforeAll(async () => {
  verbs = await startVerbs();
});
afterAll(() => verbs.stop());
beforeEach(async () => {
  ctx = await startSchedules(verbs);
});

const asFlowIsDeleted = <T>(work: () => Promise<T>) =>
  interleaved(verbs.client, { work, meanwhile: () => deleteFlow(ctx, 'check') });
const ran = async () => {
  const run = await started(ctx, newRun({ flowVersion: 1 }));
  await abortRun(ctx, run, 'over');
  return run.executionId;
};

test('a run of a flow that is deleted as it starts does not begin', async () => {
  const start = () => executeFlow(ctx, { name: 'check', parameters: {} });
  await expect(asFlowIsDeleted(start)).rejects.toMatchObject({ kind: 'not-found' });
  expect(await lockedBy(ctx)).toBeUndefined();
  expect(ctx.orchestrator.started.size).toBe(0);
});

test('a run that repeats another by its flow as it is now does not begin where that is deleted meanwhile', async () => {
  const executionId = await ran();
  const again = () => reExecute(ctx, { executionId, overrides: {}, sameVersion: false });
  await expect(asFlowIsDeleted(again)).rejects.toMatchObject({ kind: 'invalid' });
  expect(await lockedBy(ctx)).toBeUndefined();
});

test('a run that repeats another by its version of that time begins though its flow is deleted meanwhile', async () => {
  const executionId = await ran();
  const again = () => reExecute(ctx, { executionId, overrides: {}, sameVersion: true });
  const { executionId: next } = await asFlowIsDeleted(again);
  expect(await lockedBy(ctx)).toBe(next);
});

test('a queued run whose flow is deleted as it starts leaves the queue with the reason', async () => {
  const holder = await started(ctx);
  await queueFlow(ctx, { name: 'check', parameters: {} });
  await abortRun(ctx, holder, 'over');
  await asFlowIsDeleted(() => startQueued(ctx, ctx.projectId));
  const { queue } = await readQueue(ctx);
  expect(queue.waiting).toEqual([]);
  expect(queue.settled[0]).toMatchObject({ outcome: 'failed', message: expect.stringContaining("'check' not found") });
  expect(await lockedBy(ctx)).toBeUndefined();
});
