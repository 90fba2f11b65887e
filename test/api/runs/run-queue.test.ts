import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { refusal } from '../support/refusal.ts';
import { sampleFlow } from '../support/samples.ts';
import { type Caller, startWorld, type World } from '../support/world.ts';

let world: World;
let owner: Caller;
beforeAll(async () => {
  world = await startWorld();
  owner = await world.register('owner');
  await owner.api.createChip({ body: { chip_id: 'chip', topology_id: 'linear-4' } });
  await owner.api.saveFlow({ body: { name: 'check', chip_id: 'chip', code: sampleFlow } });
});
afterAll(() => world.stop());

const params = { name: 'check' };

/** Starts a run that goes on until it is cancelled. */
const holdLock = () => owner.api.executeFlow({ params, body: { parameters: { pace_seconds: 10 } } });

describe('run when free', () => {
  it('queueFlow queues one start behind the run that is on, shows it, and begins it when that run ends', async () => {
    expect(await owner.api.getRunQueue({})).toEqual({ queued: null, last: null, waiting: [], settled: [] });
    const first = await holdLock();
    const queued = await owner.api.queueFlow({ params, body: { parameters: { seed: 3 } } });
    expect(queued).toMatchObject({ state: 'queued', execution_id: null, chip_id: 'chip', behind: first.execution_id });
    expect(queued.message).toBe(`Flow 'check' is queued behind run '${first.execution_id}'`);
    expect((await owner.api.getRunQueue({})).queued).toEqual({
      flow_name: 'check',
      task_name: null,
      chip_id: null,
      flow_run_id: queued.flow_run_id,
      parameters: { seed: 3 },
      queued_by: 'owner',
      queued_at: queued.queued_at,
      behind: first.execution_id,
      position: 1,
      // No run of the flow has completed yet.
      estimated_start: null,
      schedule_id: null,
    });
    await owner.api.cancelExecution({ params: { flow_run_id: first.flow_run_id } });
    const last = async () => (await owner.api.getRunQueue({})).last;
    await expect.poll(last, { interval: 250 }).toMatchObject({
      flow_run_id: queued.flow_run_id,
      outcome: 'started',
    });
    const { execution_id } = (await last()) ?? {};
    const status = async () => (await owner.api.getExecution({ params: { execution_id: execution_id ?? '' } })).status;
    await expect.poll(status, { interval: 250 }).toBe('completed');
  });

  it('updateQueuedRun changes the order of what waits, deleteQueuedRun takes one out of several', async () => {
    const first = await holdLock();
    const starts = [];
    for (let seed = 0; seed < 3; seed += 1)
      starts.push((await owner.api.queueFlow({ params, body: { parameters: { seed } } })).flow_run_id);
    const [a = '', b = '', c = ''] = starts;
    const order = async () => (await owner.api.getRunQueue({})).waiting.map((one) => one.flow_run_id);
    const moved = await owner.api.updateQueuedRun({ body: { flow_run_id: c, position: 1 } });
    expect(moved.waiting.map((one) => [one.flow_run_id, one.position])).toEqual([
      [c, 1],
      [a, 2],
      [b, 3],
    ]);
    // A run of the flow has completed by now: the times are known, and follow each other.
    const times = moved.waiting.map((one) => one.estimated_start ?? '');
    expect(times).toEqual([...times].sort());
    // An estimate needs a run of the flow that has completed.
    const { executions } = await owner.api.listExecutions({ query: { limit: 100 } });
    const isKnown = executions.some(({ status }) => status === 'completed');
    expect(times.map((time) => time > '2')).toEqual(times.map(() => isKnown));
    expect(await refusal(owner.api.deleteQueuedRun({}))).toMatchObject({ status: 409 });
    await owner.api.deleteQueuedRun({ query: { flow_run_id: a } });
    expect(await order()).toEqual([c, b]);
    expect(await refusal(owner.api.deleteQueuedRun({ query: { flow_run_id: a } }))).toMatchObject({ status: 404 });
    const gone = owner.api.updateQueuedRun({ body: { flow_run_id: a, position: 1 } });
    expect(await refusal(gone)).toMatchObject({ status: 404 });
    for (const flow_run_id of [c, b]) await owner.api.deleteQueuedRun({ query: { flow_run_id } });
    await owner.api.cancelExecution({ params: { flow_run_id: first.flow_run_id } });
    await expect.poll(async () => (await owner.api.getExecutionLockStatus({})).lock, { interval: 250 }).toBe(false);
  });

  it('a queued start is removed by anyone who may start runs; 404 where nothing waits', async () => {
    const first = await holdLock();
    await owner.api.queueFlow({ params, body: {} });
    const { message } = await owner.api.deleteQueuedRun({});
    expect(message).toBe("Flow 'check' was removed from the queue");
    expect(await owner.api.getRunQueue({})).toMatchObject({ queued: null, last: { outcome: 'removed' } });
    expect(await refusal(owner.api.deleteQueuedRun({}))).toMatchObject({ status: 404 });
    await owner.api.cancelExecution({ params: { flow_run_id: first.flow_run_id } });
  });
});
