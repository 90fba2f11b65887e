import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { contextOf } from '#functions/runtime.ts';
import { getUser } from '#shared/people/store/users.ts';
import { abortRun } from '#shared/runs/verbs/end/abort-run.ts';
import { completeRun } from '#shared/runs/verbs/end/complete-run.ts';
import { beginRun } from '#shared/runs/verbs/start/begin-run.ts';
import { startRun } from '#shared/runs/verbs/start/start-run.ts';
import { type FakeOrchestrator, fakeOrchestrator, newRun, putTasks, type RunContext } from '#test/support/runs/runs.ts';
import { refusal, refused } from '../support/refusal.ts';
import { type Caller, startWorld, type World } from '../support/world.ts';

let world: World;
let orchestrator: FakeOrchestrator;
let owner: Caller;
let ctx: RunContext;
let counter = 0;

beforeAll(async () => {
  orchestrator = fakeOrchestrator();
  world = await startWorld();
  // Replaces the state machine of the stack: the test sets the state of its runs.
  world.stack.runtime.ports.orchestrator = orchestrator;
});
afterAll(() => world.stop());
beforeEach(async () => {
  counter += 1;
  owner = await world.register(`owner-${counter}`);
  for (const chip_id of ['chip', 'other']) await owner.api.createChip({ body: { chip_id, topology_id: 'linear-4' } });
  const user = await getUser(world.stack.runtime.db, owner.userId);
  if (!user) throw new Error('the owner is gone');
  const actor = { user, apiToken: undefined };
  const base = contextOf(world.stack.runtime, 'test');
  ctx = { ...base, actor, projectId: owner.projectId, role: 'owner', orchestrator };
});

const start = (given: Parameters<typeof newRun>[0] = {}) => startRun(ctx, newRun(given));

/** A run from start to end. */
async function ran(given: Parameters<typeof newRun>[0] = {}): Promise<string> {
  const run = await start(given);
  await beginRun(ctx, run);
  await completeRun(ctx, run);
  return run.executionId;
}

const ids = ({ executions }: { executions: { execution_id: string }[] }) =>
  executions.map(({ execution_id }) => execution_id);

describe('listExecutions', () => {
  test('listExecutions answers newest first with a total, filtered by chip, status, flow and start, and in pages', async () => {
    const first = await ran({ flowName: 'bring_up' });
    world.advance(60);
    const from = world.now().toISOString();
    const second = await ran({ chipId: 'other' });
    const third = (await start()).executionId;
    const list = (query: object) => owner.api.listExecutions({ query });
    expect(ids(await list({}))).toEqual([third, second, first]);
    expect(ids(await list({ chip_id: 'chip' }))).toEqual([third, first]);
    expect(ids(await list({ status: 'completed' }))).toEqual([second, first]);
    expect(ids(await list({ chip_id: 'chip', status: 'completed' }))).toEqual([first]);
    expect(ids(await list({ flow_name: 'bring_up' }))).toEqual([first]);
    expect(ids(await list({ flow_name: 'bring_up', chip_id: 'other' }))).toEqual([]);
    expect(await list({ start_at: from })).toMatchObject({ total: 2, next_cursor: null });
    expect(ids(await list({ start_at: from, chip_id: 'other' }))).toEqual([second]);
    const page = await list({ limit: 2 });
    expect(page).toMatchObject({ total: 3, limit: 2 });
    expect(ids(await list({ cursor: page.next_cursor ?? '' }))).toEqual([first]);
    expect(page.executions[0]).toMatchObject({
      name: `Check-${third}`,
      flow_name: 'check',
      status: 'scheduled',
      start_at: null,
      tags: ['daily'],
      note: { flow_run_id: expect.any(String) },
    });
  });

  test('listExecutions refuses a status that there is not, and a start that is not a time', async () => {
    expect(await refusal(owner.api.listExecutions({ query: { status: 'paused' } }))).toMatchObject({ status: 400 });
    expect(await refusal(owner.api.listExecutions({ query: { start_at: 'today' } }))).toMatchObject({ status: 400 });
  });
});

describe('listExecutions', () => {
  test('a list says the outcome of the tasks of each execution that is over, as the execution does, whatever is asked for', async () => {
    const run = await start();
    await beginRun(ctx, run);
    await putTasks(ctx, run, ['completed', 'failed', 'completed']);
    const mine = async (query: Record<string, string>) =>
      (await owner.api.listExecutions({ query })).executions.find(({ execution_id: id }) => id === run.executionId);
    expect((await mine({}))?.progress).toBeNull();
    await completeRun(ctx, run);
    await world.stack.settle();
    const { progress } = await owner.api.getExecution({ params: { execution_id: run.executionId } });
    expect(progress.by_status).toEqual({ completed: 2, failed: 1 });
    for (const query of [{}, { chip_id: 'chip' }, { status: 'completed' }, { username: owner.username }])
      expect((await mine(query))?.progress).toEqual(progress);
    expect(await mine({ username: 'nobody' })).toBeUndefined();
  });
});

describe('getExecution', () => {
  test('getExecution answers the execution with its tasks in the order of the run, and how far it is', async () => {
    const run = await start();
    await beginRun(ctx, run);
    await putTasks(ctx, run, ['completed', 'running']);
    const found = await owner.api.getExecution({ params: { execution_id: run.executionId } });
    expect(found).toMatchObject({
      name: `Check-${run.executionId}`,
      status: 'running',
      chip_id: 'chip',
      flow_run_id: run.flowRunId,
      flow_version: 3,
      runner: 'managed',
      backend: 'simulator',
      parameters: { shots: 1024 },
      progress: { planned: 2, by_status: { completed: 1, running: 1 } },
      cancel_requested_at: null,
    });
    expect(found.task.map(({ qid, status, default_view }) => [qid, status, default_view])).toEqual([
      ['0', 'completed', true],
      ['1', 'running', true],
    ]);
    const bare = await owner.api.getExecution({
      params: { execution_id: run.executionId },
      query: { include: 'none' },
    });
    expect(bare).toEqual({ ...found, task: [], complete_until: expect.stringMatching(/Z$/) });
  });

  test('an execution says of which project it is, when it last changed, and where its raw data is', async () => {
    const run = await start();
    world.advance(60);
    await beginRun(ctx, run);
    const params = { execution_id: run.executionId };
    const of = { project_id: owner.projectId, calib_data_path: `raw/${owner.projectId}/${run.flowRunId}` };
    const running = await owner.api.getExecution({ params });
    const { created_at, start_at } = running;
    expect(running).toMatchObject({ ...of, system_info: { created_at, updated_at: start_at } });
    world.advance(60);
    await completeRun(ctx, run);
    const [listed] = (await owner.api.listExecutions()).executions;
    expect(listed).toMatchObject({ ...of, system_info: { created_at, updated_at: listed?.end_at } });
    expect(new Set([created_at, start_at, listed?.end_at]).size).toBe(3);
  });

  test('getExecution has a page of the results of its tasks, as a list or by what they ran on', async () => {
    const run = await start();
    await beginRun(ctx, run);
    await putTasks(ctx, run, ['completed', 'completed', 'running']);
    const params = { execution_id: run.executionId };
    const rows = (await owner.api.getExecution({ params })).task;
    const details = await Promise.all(rows.map(({ task_id }) => owner.api.getTaskResult({ params: { task_id } })));
    const expected = rows.map((row, n) => ({
      ...row,
      input_parameters: details[n]?.input_parameters,
      output_parameters: details[n]?.output_parameters,
      output_parameter_names: details[n]?.output_parameter_names,
      run_parameters: details[n]?.run_parameters,
      note: details[n]?.note,
      figure_path: details[n]?.figure_path,
      json_figure_path: details[n]?.json_figure_path,
      raw_data_path: details[n]?.raw_data_path,
      r2: details[n]?.r2,
      cooldown_id: details[n]?.cooldown_id,
    }));
    expect(expected).toHaveLength(3);
    const whole = await owner.api.getExecution({ params, query: { include: 'results' } });
    expect(whole).toMatchObject({ task: expected, task_result: null, task_page: { total: 3, skip: 0, limit: 20 } });
    const part = await owner.api.getExecution({ params, query: { include: 'results', skip: 1, limit: 1 } });
    expect(part).toMatchObject({ task: expected.slice(1, 2), task_page: { total: 3, skip: 1, limit: 1 } });
    const grouped = await owner.api.getExecution({ params, query: { include: 'grouped' } });
    expect(grouped.task).toEqual([]);
    expect(grouped.task_result).toEqual({
      system_tasks: [],
      global_tasks: [],
      qubit_tasks: Object.fromEntries(Map.groupBy(expected, ({ qid }) => qid)),
      coupling_tasks: {},
    });
    const ended = await owner.api.getExecution({ params, query: { include: 'results', task_status: 'completed' } });
    expect(ended).toMatchObject({ task: expected.slice(0, 2), task_page: { total: 2, skip: 0, limit: 20 } });
    const second = { include: 'results', task_name: rows[1]?.name, task_status: 'completed', skip: 1 } as const;
    expect(await owner.api.getExecution({ params, query: second })).toMatchObject({
      task: expected.slice(1, 2),
      task_page: { total: 2, skip: 1, limit: 20 },
    });
    const none = await owner.api.getExecution({ params, query: { include: 'grouped', task_name: 'CheckNothing' } });
    expect(none).toMatchObject({ task_page: { total: 0 }, task_result: { qubit_tasks: {} } });
    expect(none.progress).toEqual(whole.progress);
    const plain = await owner.api.getExecution({ params });
    expect(plain).toMatchObject({ task_result: null, task_page: null });
    expect(plain.task[0]).not.toHaveProperty('input_parameters');
  });

  test('getExecution is 404 for an unknown execution one of another project and a malformed id alike', async () => {
    const other = await world.register(`other-${counter}`);
    const { executionId } = await start();
    const get = (caller: Caller, execution_id: string) =>
      refusal(caller.api.getExecution({ params: { execution_id } }));
    expect(await get(other, executionId)).toEqual(
      refused(404, `Run '${executionId}' not found in project '${other.projectId}'`),
    );
    expect(await get(owner, '20200101-000')).toMatchObject({ status: 404 });
    expect(await get(owner, 'latest')).toMatchObject({ status: 404 });
  });
});

describe('getExecutionLockStatus', () => {
  test('the lock status says free, then who holds the lock and for how long, then free once the holder is dead', async () => {
    expect(await owner.api.getExecutionLockStatus()).toEqual({
      revision: expect.any(String),
      ...{ lock: false, holder: null },
      ...{ scope: 'project', locks: [] },
    });
    const { executionId, flowRunId } = await start();
    world.advance(30);
    const held = await owner.api.getExecutionLockStatus();
    expect(held).toMatchObject({
      lock: true,
      holder: { execution_id: executionId, flow_run_id: flowRunId, username: owner.username, status: 'scheduled' },
    });
    expect(held.holder?.age_seconds).toBeGreaterThanOrEqual(30);
    orchestrator.states.set(flowRunId, { status: 'failed' });
    expect(await owner.api.getExecutionLockStatus()).toEqual({
      revision: expect.any(String),
      ...{ lock: false, holder: null },
      ...{ scope: 'project', locks: [] },
    });
  });
});

describe('cancelExecution', () => {
  const cancel = (caller: Caller, flow_run_id: string) => caller.api.cancelExecution({ params: { flow_run_id } });

  test('cancelExecution by either id asks for the cancellation, again without an error, and after the end says so', async () => {
    const run = await start();
    await beginRun(ctx, run);
    expect(await cancel(owner, run.flowRunId)).toEqual({
      execution_id: run.flowRunId,
      status: 'cancelling',
      message: `Cancellation of run '${run.executionId}' requested`,
    });
    expect(await cancel(owner, run.executionId)).toMatchObject({ execution_id: run.executionId, status: 'cancelling' });
    await abortRun(ctx, run, '');
    expect(await cancel(owner, run.flowRunId)).toMatchObject({ status: 'cancelled' });
    const { status, message } = await owner.api.getExecution({ params: { execution_id: run.executionId } });
    expect([status, message]).toEqual(['cancelled', `Cancelled by ${owner.username}`]);
  });

  test('cancelExecution takes the empty body that clients send, and none', async () => {
    const run = await start();
    for (const json of [{}, undefined]) {
      const call = { token: owner.token, project: owner.projectId, json };
      const answer = await world.raw('POST', `/executions/${run.flowRunId}/cancel`, call);
      expect(answer.status).toBe(200);
    }
  });

  test('cancelExecution is 404 for an unknown run and for a malformed id, 409 for one that has completed', async () => {
    expect(await refusal(cancel(owner, 'the-last-one'))).toMatchObject({ status: 404 });
    expect(await refusal(cancel(owner, randomUUID()))).toMatchObject({ status: 404 });
    const done = await ran();
    expect(await refusal(cancel(owner, done))).toEqual(
      refused(409, `Run '${done}' cannot be cancelled: it is completed`),
    );
  });

  test('cancelExecution is 404 for the run of another project, as if it did not exist, and that run goes on', async () => {
    const other = await world.register(`other-${counter}`);
    const { flowRunId, executionId } = await start();
    const before = await world.scan();
    const [there, nowhere] = [await refusal(cancel(other, flowRunId)), await refusal(cancel(other, randomUUID()))];
    const anonymous = (detail: string) => detail.replace(/'[0-9a-f-]{36}'/, "'<id>'");
    expect(anonymous(there.detail)).toBe(anonymous(nowhere.detail));
    expect([there.status, nowhere.status]).toEqual([404, 404]);
    expect(await refusal(cancel(other, executionId))).toMatchObject({ status: 404 });
    expect(await world.scan()).toBe(before);
  });

  test('cancelExecution is 403 for a viewer', async () => {
    const { executionId } = await start();
    const viewer = await world.register(`viewer-${counter}`);
    const body = { username: viewer.username, role: 'viewer' as const };
    await world.join(owner.api, { params: { project_id: owner.projectId }, body });
    const there = world.client(viewer.token, owner.projectId);
    expect(await refusal(there.cancelExecution({ params: { flow_run_id: executionId } }))).toMatchObject({
      status: 403,
    });
    expect((await there.getExecution({ params: { execution_id: executionId } })).cancel_requested_at).toBeNull();
  });
});

describe('forceUnlockExecution', () => {
  test('forceUnlockExecution ends the run and frees the lock for an owner, and says so', async () => {
    const { executionId } = await start();
    const freed = await owner.api.forceUnlockExecution({ body: { reason: 'power cut' } });
    expect(freed).toMatchObject({ lock: false, execution_id: executionId });
    const { status, message } = await owner.api.getExecution({ params: { execution_id: executionId } });
    expect([status, message]).toEqual(['failed', `Ended by '${owner.username}' to free the lock: power cut`]);
    expect(await owner.api.forceUnlockExecution({ body: {} })).toMatchObject({ lock: false, execution_id: null });
    expect((await start()).status).toBe('scheduled');
  });

  test('forceUnlockExecution of a run that is named ends no other one', async () => {
    const { executionId: ended } = await start();
    await owner.api.forceUnlockExecution({ body: { execution_id: ended } });
    const { executionId: next } = await start();
    expect(await refusal(owner.api.forceUnlockExecution({ body: { execution_id: ended } }))).toMatchObject({
      status: 409,
      detail: expect.stringContaining(`run '${next}' does`),
    });
    expect((await owner.api.getExecutionLockStatus()).holder?.execution_id).toBe(next);
  });

  test('forceUnlockExecution is 403 for an editor', async () => {
    const editor = await world.register(`editor-${counter}`);
    const body = { username: editor.username, role: 'editor' as const };
    await world.join(owner.api, { params: { project_id: owner.projectId }, body });
    const there = world.client(editor.token, owner.projectId);
    expect(await refusal(there.forceUnlockExecution({ body: {} }))).toMatchObject({ status: 403 });
  });
});

describe('getChipDates', () => {
  test('getChipDates answers the days on which the chip was run; an unknown chip is 404', async () => {
    const day = (await ran()).slice(0, 8);
    await ran();
    expect(await owner.api.getChipDates({ params: { chip_id: 'chip' } })).toEqual({ data: [day] });
    expect(await owner.api.getChipDates({ params: { chip_id: 'other' } })).toEqual({ data: [] });
    expect(await refusal(owner.api.getChipDates({ params: { chip_id: 'nowhere' } }))).toMatchObject({ status: 404 });
  });
});
