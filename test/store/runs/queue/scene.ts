import { afterAll, beforeAll, beforeEach } from 'vitest';
import { listExecutions } from '#shared/runs/verbs/list-executions.ts';
import { queueFlow, readQueue } from '#shared/runs/verbs/queue/run-queue.ts';
import { startVerbs, type Verbs } from '#test/support/engine/verbs.ts';
import { type ScheduleContext, startSchedules } from '../../schedules/world.ts';

export let verbs: Verbs;
export let ctx: ScheduleContext;

/** Gives every test of a file a project with the flow `check` and an empty queue. */
export function onQueue(): void {
  beforeAll(async () => {
    verbs = await startVerbs();
  });
  afterAll(() => verbs.stop());
  beforeEach(async () => {
    ctx = await startSchedules(verbs);
  });
}

export const queue = (by = ctx, parameters = {}) => queueFlow(by, { name: 'check', parameters });
export const executions = async () => (await listExecutions(ctx, {}, { skip: 0, limit: 100 })).records.length;
export const order = async () => (await readQueue(ctx)).queue.waiting.map(({ flowRunId }) => flowRunId);
export const last = async () => (await readQueue(ctx)).queue.settled[0];
