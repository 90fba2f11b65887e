import { randomUUID } from 'node:crypto';
import type { Context as LambdaContext } from 'aws-lambda';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { contextOf } from '#functions/runtime.ts';
import { handler as startScheduled } from '#functions/scheduled/start-scheduled.ts';
import { handler as sweep } from '#functions/scheduled/sweep.ts';
import { handler as abort } from '#functions/steps/abort.ts';
import { handler as awaitClaim } from '#functions/steps/await-claim.ts';
import { handler as awaitWorker } from '#functions/steps/await-worker.ts';
import { handler as complete } from '#functions/steps/complete.ts';
import { handler as statusChanged } from '#functions/steps/run-status-changed.ts';
import { lambdaContext } from '#local/gateway/lambda-context.ts';
import { getUser } from '#shared/people/store/users.ts';
import type { FlowRunInput } from '#shared/runs/orchestration/port.ts';
import { cancelRun } from '#shared/runs/verbs/end/cancel-run.ts';
import { beginRun } from '#shared/runs/verbs/start/begin-run.ts';
import { memoryObjects } from '#test/support/engine/memory-objects.ts';
import { type FakeOrchestrator, fakeOrchestrator, type RunContext } from '#test/support/runs/runs.ts';
import { type FakeScheduler, fakeScheduler } from '#test/support/runs/schedules.ts';
import { startWorkerRun, TestWorker } from '#test/support/runs/worker.ts';
import { sampleFlow } from '../support/samples.ts';
import { type Caller, startWorld, type World } from '../support/world.ts';

/** The functions that no request calls, as they are deployed: on AWS's events, over ports that the test directs. */

let world: World;
let owner: Caller;
let orchestrator: FakeOrchestrator;
let scheduler: FakeScheduler;
let counter = 0;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.stop());
beforeEach(async () => {
  counter += 1;
  orchestrator = fakeOrchestrator();
  scheduler = fakeScheduler();
  Object.assign(world.stack.runtime.ports, { orchestrator, scheduler });
  owner = await world.register(`owner-${counter}`);
  await owner.api.createChip({ body: { chip_id: 'chip', topology_id: 'linear-4' } });
  await owner.api.saveFlow({ body: { name: 'check', chip_id: 'chip', code: sampleFlow } });
});

/** Calls a function under the name that its role is known by. */
const call = <E>(name: string, handler: (event: E, context: LambdaContext) => Promise<unknown>, event: E) =>
  world.stack.observe(name, () => handler(event, lambdaContext(name, randomUUID(), Date.now() + 60_000)));
const swept = () => world.stack.observe('sweep', sweep);

const params = { name: 'check' };
const execute = () => owner.api.executeFlow({ params, body: {} });
const queue = () => owner.api.queueFlow({ params, body: {} });
const statusOf = async (execution_id: string) => (await owner.api.getExecution({ params: { execution_id } })).status;

/** What the state machine was started with. */
function inputOf(flowRunId: string): FlowRunInput {
  const input = orchestrator.started.get(flowRunId);
  if (!input) throw new Error(`run ${flowRunId} was not started`);
  return input;
}

/**
 * A verb's context like the owner's, with a separate state machine: the one of the service does not receive its calls.
 */
async function elsewhere(): Promise<RunContext> {
  const user = await getUser(world.stack.runtime.db, owner.userId);
  if (!user) throw new Error('the owner is gone');
  const { projectId } = owner;
  const actor = { user, apiToken: undefined };
  return {
    ...contextOf(world.stack.runtime, 'test'),
    ...{ actor, projectId, role: 'owner', orchestrator: fakeOrchestrator() },
  };
}

/** Of this test: the sweep comes by the runs of those before as well. */
const claimToken = () => `claim of ${owner.username}`;

/** A worker's run of which the state machine waits for a claim, known to the service's as well. */
async function waitingRun(ctx: RunContext): Promise<FlowRunInput> {
  const run = await startWorkerRun(ctx);
  const ids = { project_id: run.projectId, execution_id: run.executionId, flow_run_id: run.flowRunId };
  const input = { ...ids, runner: 'worker' as const };
  await orchestrator.start(input);
  await beginRun(ctx, run);
  await call('flow-await-claim', awaitClaim, { ...input, task_token: claimToken() });
  return input;
}

describe('the status of an execution that ended without its own Abort', () => {
  it.each([
    ['FAILED', 'States.Runtime: no such path'],
    ['TIMED_OUT', null],
    ['ABORTED', null],
  ])(
    'the status %s of an execution ends its run, and starts the one that waits; told twice, nothing more',
    async (status, cause) => {
      const { execution_id, flow_run_id } = await execute();
      const queued = await queue();
      const event = { detail: { name: flow_run_id, status, input: JSON.stringify(inputOf(flow_run_id)), cause } };
      await call('flow-run-status-changed', statusChanged, event);
      expect(await statusOf(execution_id)).toBe('failed');
      expect([...orchestrator.started.keys()]).toEqual([flow_run_id, queued.flow_run_id]);
      await call('flow-run-status-changed', statusChanged, event);
      expect((await owner.api.getExecutionLockStatus({})).holder?.flow_run_id).toBe(queued.flow_run_id);
    },
  );
});

describe('the end of a run', () => {
  const error = { Error: 'States.Timeout' };
  it.each([
    ['complete', (input: FlowRunInput) => call('flow-complete', complete, input)],
    ['abort', (input: FlowRunInput) => call('flow-abort', abort, { ...input, error })],
    [
      'run-status-changed',
      (input: FlowRunInput) =>
        call('flow-run-status-changed', statusChanged, {
          detail: { name: input.flow_run_id, status: 'ABORTED', input: JSON.stringify(input) },
        }),
    ],
  ])('the end of a run by %s asks after the run that waited, where the answer to its start is lost', async (_, end) => {
    const { flow_run_id, execution_id } = await execute();
    await beginRun(await elsewhere(), {
      projectId: owner.projectId,
      executionId: execution_id,
      flowRunId: flow_run_id,
    });
    const queued = await queue();
    orchestrator.faults.start = { error: new Error('the answer is lost'), after: true };
    await end(inputOf(flow_run_id));
    expect((await owner.api.getRunQueue({})).last).toMatchObject({
      flow_run_id: queued.flow_run_id,
      outcome: 'started',
    });
  });
});

describe('a state that is entered again', () => {
  it('a state that is entered again is left at once by what the worker has said meanwhile', async () => {
    const ctx = await elsewhere();
    const input = await waitingRun(ctx);
    const worker = new TestWorker(() => ctx);
    await worker.claim();
    await call('flow-await-claim', awaitClaim, { ...input, task_token: 'claim again' });
    expect(orchestrator.completed.map(({ token }) => token)).toEqual(['claim again']);
    await worker.finish('failed', 'no signal');
    await call('flow-await-worker', awaitWorker, { ...input, task_token: 'work', claim: {} });
    expect(orchestrator.failed).toEqual([{ token: 'work', error: 'RunFailed' }]);
  });

  it('a state that is entered again after a worker that is done goes on', async () => {
    const ctx = await elsewhere();
    const input = await waitingRun(ctx);
    const worker = new TestWorker(() => ctx);
    await worker.claim();
    await worker.finish('completed');
    await call('flow-await-worker', awaitWorker, { ...input, task_token: 'work', claim: {} });
    expect(orchestrator.completed).toEqual([{ token: 'work', output: { status: 'completed' } }]);
  });
});

/** The effect of a request or a step whose answer was lost is found by every check of the holder of the lock. */
describe.each<[string, () => Promise<unknown>]>([
  ['the sweep', swept],
  ['a start', () => execute().catch(() => undefined)],
  ['who asks for the lock', () => owner.api.getExecutionLockStatus({})],
  ['who queues', () => queue()],
  [
    'a firing',
    async () => {
      const { schedule_id } = await owner.api.scheduleFlow({ params, body: { cron: '* * * * *' } });
      const scheduled_time = new Date(Math.ceil(world.now().getTime() / 60_000) * 60_000).toISOString();
      await call('start-scheduled', startScheduled, { project_id: owner.projectId, schedule_id, scheduled_time });
    },
  ],
])('%s', (who, look) => {
  it(`${who} passes a claim on that the state machine was not told of`, async () => {
    const ctx = await elsewhere();
    await waitingRun(ctx);
    await new TestWorker(() => ctx).claim();
    await look();
    expect(orchestrator.completed.map(({ token }) => token)).toContain(claimToken());
  });

  it(`${who} passes a cancellation on that the state machine was not told of`, async () => {
    const ctx = await elsewhere();
    const { flow_run_id } = await waitingRun(ctx);
    await cancelRun(ctx, flow_run_id);
    await look();
    expect(orchestrator.failed).toContainEqual({ token: claimToken(), error: 'RunCancelled' });
  });
});

describe('the sweep', () => {
  it('the sweep ends a run that has died, and starts the one that waits for its lock', async () => {
    const { execution_id, flow_run_id } = await execute();
    const queued = await queue();
    orchestrator.states.set(flow_run_id, { status: 'failed', reason: 'States.Runtime' });
    expect(await swept()).toMatchObject({ failed: 0 });
    expect(await statusOf(execution_id)).toBe('failed');
    expect(orchestrator.started.has(queued.flow_run_id)).toBe(true);
  });

  it('the sweep tells the scheduler of what it was not told', async () => {
    scheduler.fault = { error: new Error('not now') };
    const [kept, gone] = await Promise.all(
      ['0 6 * * *', '0 7 * * *'].map((cron) => owner.api.scheduleFlow({ params, body: { cron } })),
    );
    scheduler.known.set(gone?.schedule_id ?? '', { ...owner, scheduleId: '', timeZone: 'UTC', cron: '0 7 * * *' });
    await owner.api.deleteFlowSchedule({ params: { schedule_id: gone?.schedule_id ?? '' } });
    scheduler.fault = undefined;
    world.advance(120);
    expect(await swept()).toMatchObject({ failed: 0 });
    const known = [kept, gone].map((one) => scheduler.known.has(one?.schedule_id ?? ''));
    expect(known).toEqual([true, false]);
  });

  it('the sweep deletes the objects and the schedules of a project whose time has come', async () => {
    const objects = memoryObjects();
    world.stack.runtime.ports.objects = objects;
    const { project_id } = await owner.api.createProject({ body: { name: 'doomed' } });
    const inside = world.client(owner.token, project_id);
    await inside.createChip({ body: { chip_id: 'chip', topology_id: 'linear-4' } });
    await inside.saveFlow({ body: { name: 'check', chip_id: 'chip', code: sampleFlow } });
    const { schedule_id } = await inside.scheduleFlow({ params, body: { cron: '0 6 * * *' } });
    for (const folder of ['figures', 'raw', 'snapshots'])
      for (const project of [project_id, owner.projectId])
        objects.kept.set(`${folder}/${project}/run/1`, Buffer.from('x'));
    await owner.api.deleteProject({ params: { project_id } });
    world.advance(31 * 86_400);
    expect(await swept()).toMatchObject({ purged: 1, failed: 0 });
    world.advance(-31 * 86_400);
    expect([...objects.kept.keys()].filter((key) => key.includes(project_id))).toEqual([]);
    expect(objects.kept.size).toBe(3);
    expect(scheduler.known.has(schedule_id)).toBe(false);
  });
});

describe('a firing of a schedule that is not as it was', () => {
  const fire = (schedule_id: string, scheduled_time: string) =>
    call('start-scheduled', startScheduled, { project_id: owner.projectId, schedule_id, scheduled_time });

  it('a firing of a changed schedule starts nothing, and tells the scheduler the state of the schedule', async () => {
    const { schedule_id } = await owner.api.scheduleFlow({ params, body: { cron: '30 6 * * *', timezone: 'UTC' } });
    scheduler.known.clear();
    await fire(schedule_id, '2025-03-01T06:31:00Z');
    expect([...scheduler.known.keys()]).toEqual([schedule_id]);
    await owner.api.deleteFlowSchedule({ params: { schedule_id } });
    scheduler.known.set(schedule_id, { ...owner, scheduleId: schedule_id, timeZone: 'UTC', cron: '30 6 * * *' });
    await fire(schedule_id, '2025-03-01T06:30:00Z');
    expect([scheduler.known.size, orchestrator.started.size]).toEqual([0, 0]);
  });
});
