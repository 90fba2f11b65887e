import { describe, expect, test } from 'vitest';
import type { CallInput } from '#shared/api/client.ts';
import type { Registry } from '#shared/api/registry.ts';
import { cancelRun } from '#shared/runs/verbs/end/cancel-run.ts';
import { beginRun } from '#shared/runs/verbs/start/begin-run.ts';
import { awaitToken } from '#shared/runs/verbs/waiting/await-token.ts';
import { refusal } from '../support/refusal.ts';
import { claimAs, ctx, onWorkerRuns, owner, world } from './scene.ts';

onWorkerRuns();

const yaml = 'stages:\n  - name: check\n    tasks: [CheckT1]\n';
const save = (given: Partial<CallInput<Registry['saveFlow']>['body']> = {}) =>
  owner.api.saveFlow({ body: { name: 'lab', chip_id: 'chip', code: 'def lab(): pass', runner: 'worker', ...given } });
const execute = (body: CallInput<Registry['executeFlow']>['body'] = {}) =>
  owner.api.executeFlow({ params: { name: 'lab' }, body });
const runOf = (execution_id: string) => owner.api.getExecution({ params: { execution_id } });
const secondsToEnd = async (execution_id: string) => {
  const { created_at, waiting_for } = await runOf(execution_id);
  return (Date.parse(waiting_for?.until ?? '') - Date.parse(created_at)) / 1000;
};

describe('a start of a worker flow', () => {
  test('a start of a worker flow says for which backend it waits, and that no worker was seen for it', async () => {
    await save({ default_parameters: { backend: 'bench-1' } });
    await claimAs(owner.api, { worker: 'fridge-2', backends: ['bench-2'] });
    const { message, waiting_for } = await execute();
    expect(message).toBe(
      "Flow 'lab' execution started successfully. It waits for a worker: no worker was seen for backend 'bench-1', only for 'bench-2'",
    );
    expect(waiting_for).toMatchObject({ backend: 'bench-1', workers: [], other_backends: ['bench-2'] });
  });

  test('a start of a worker flow names the workers that were seen, the latest first, and whether they respond', async () => {
    await save();
    await claimAs(owner.api, { worker: 'old' });
    world.advance(121);
    await claimAs(owner.api, { worker: 'new', backends: ['worker', 'other'] });
    const { execution_id, waiting_for } = await execute();
    const workers = [
      { worker: 'new', status: 'idle' },
      { worker: 'old', status: 'silent' },
    ];
    expect(waiting_for).toMatchObject({ backend: 'worker', workers, other_backends: ['other'] });
    expect((await runOf(execution_id)).waiting_for).toMatchObject({ backend: 'worker', workers });
  });

  test('a run of a worker flow waits as long as the flow says, or as the start says over it, or ten minutes', async () => {
    await save();
    const usual = await execute();
    expect(await secondsToEnd(usual.execution_id)).toBe(600);
    await cancelNow(usual);
    await save({ claim_timeout_seconds: 1200 });
    const flow = await execute();
    expect(await secondsToEnd(flow.execution_id)).toBe(1200);
    await cancelNow(flow);
    const start = await execute({ claim_timeout_seconds: 30 });
    expect(await secondsToEnd(start.execution_id)).toBe(30);
    expect((await runOf(start.execution_id)).claim_timeout_seconds).toBe(30);
    await cancelNow(start);
    const queued = await owner.api.queueFlow({ params: { name: 'lab' }, body: { claim_timeout_seconds: 45 } });
    expect(await secondsToEnd(queued.execution_id ?? '')).toBe(45);
    await cancelNow({ execution_id: queued.execution_id ?? '', flow_run_id: queued.flow_run_id });
    const again = await owner.api.reExecuteFromSnapshot({ params: { execution_id: start.execution_id }, body: {} });
    expect(await secondsToEnd(again.execution_id)).toBe(30);
  });

  test.each([9, 86_401, 1.5])(
    'a start that would wait %d seconds for a worker is 400, and so is such a flow',
    async (claim_timeout_seconds) => {
      await save();
      expect(await refusal(execute({ claim_timeout_seconds }))).toMatchObject({ status: 400 });
      expect(await refusal(save({ claim_timeout_seconds }))).toMatchObject({ status: 400 });
    },
  );
});

/** Ends a run whose state machine does nothing of itself. */
async function cancelNow({ execution_id, flow_run_id }: { execution_id: string; flow_run_id: string }): Promise<void> {
  ctx.orchestrator.states.set(flow_run_id, { status: 'failed' });
  await cancelRun(ctx, execution_id);
}

describe('a run that waits for a worker', () => {
  test('a run is scheduled and not known by a tag until a worker claims it; then it runs and waits for no one', async () => {
    await save();
    const { execution_id, flow_run_id } = await execute();
    const run = { projectId: ctx.projectId, executionId: execution_id, flowRunId: flow_run_id };
    await beginRun(ctx, run);
    await awaitToken(ctx, run, { kind: 'claim', token: 'claim' });
    const wanted = { params: { execution_id }, headers: { 'if-none-match': '*' } };
    expect(await owner.api.getExecution(wanted)).toMatchObject({ status: 'scheduled', start_at: null });
    expect((await claimAs(owner.api)).run?.execution_id).toBe(execution_id);
    expect(await runOf(execution_id)).toMatchObject({
      status: 'running',
      start_at: expect.any(String),
      waiting_for: null,
    });
  });

  test('a run waits for no worker once its cancellation was asked for', async () => {
    await save();
    const { execution_id } = await execute();
    await cancelRun(ctx, execution_id);
    expect((await runOf(execution_id)).waiting_for).toBeNull();
  });
});

describe('saving a worker flow', () => {
  test('a flow for a backend that no worker was seen for is saved, and the answer says so', async () => {
    const { warnings, version } = await save({ default_parameters: { backend: 'bench-1' } });
    expect(warnings).toEqual([
      "No worker was seen for backend 'bench-1'. A run waits for one, and fails if none comes",
    ]);
    expect(version).toBe(1);
    await claimAs(owner.api, { backends: ['bench-1'] });
    expect((await save({ default_parameters: { backend: 'bench-1' } })).warnings).toEqual([]);
  });

  test('a flow keeps how long its runs wait for a worker; another time is another version', async () => {
    expect((await save({ claim_timeout_seconds: 60 })).version).toBe(1);
    expect((await save({ claim_timeout_seconds: 60 })).version).toBe(1);
    expect((await save({ claim_timeout_seconds: 61 })).version).toBe(2);
    const params = { name: 'lab' };
    expect((await owner.api.getFlow({ params })).claim_timeout_seconds).toBe(61);
    const first = await owner.api.getFlowVersion({ params: { ...params, version: 1 } });
    expect(first.claim_timeout_seconds).toBe(60);
    await save();
    expect((await owner.api.getFlow({ params })).claim_timeout_seconds).toBe(600);
  });

  test('a flow that the service runs itself waits for no worker and takes no time to wait for one', async () => {
    const managed = { code: yaml, runner: 'managed' } as const;
    const refused = { status: 400, errors: [{ path: 'body.claim_timeout_seconds' }] };
    expect(await refusal(save({ ...managed, claim_timeout_seconds: 60 }))).toMatchObject(refused);
    expect((await save(managed)).warnings).toEqual([]);
    expect((await owner.api.getFlow({ params: { name: 'lab' } })).claim_timeout_seconds).toBeNull();
    expect(await refusal(execute({ claim_timeout_seconds: 60 }))).toMatchObject(refused);
    const { execution_id, waiting_for } = await execute();
    expect(waiting_for).toBeNull();
    expect(await runOf(execution_id)).toMatchObject({ claim_timeout_seconds: null, waiting_for: null });
  });
});
