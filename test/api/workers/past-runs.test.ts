import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { CallInput } from '#shared/api/client.ts';
import type { Registry } from '#shared/api/registry.ts';
import { refusal } from '../support/refusal.ts';
import { type Caller, startWorld, type World } from '../support/world.ts';

let world: World;
let owner: Caller;
let counter = 0;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.stop());
beforeEach(async () => {
  counter += 1;
  owner = await world.register(`past-${counter}`);
  await owner.api.createChip({ body: { chip_id: 'chip', topology_id: 'linear-4' } });
});

type Body = CallInput<Registry['beginPastRun']>['body'];
type Result = CallInput<Registry['reportTaskResults']>['body']['results'][number];

const run = (given: Partial<Body> = {}): Body => ({
  run_key: randomUUID(),
  flow_name: 'morning',
  chip_id: 'chip',
  backend: 'bench-1',
  parameters: { shots: 100, ratio: 0.1 },
  start_at: '2025-02-20T09:00:00Z',
  end_at: '2025-02-20T09:30:00Z',
  ...given,
});

const t1 = (value: number, given: Partial<Result> = {}): Result => ({
  ...{ task: 'CheckT1', task_type: 'qubit', qid: '1', status: 'completed' },
  ...{ start_at: '2025-02-20T09:05:00Z', end_at: '2025-02-20T09:06:00Z' },
  output_parameters: { t1: { value, unit: 'us' } },
  ...given,
});

const begin = (body: Body, api = owner.api) => api.beginPastRun({ body });
const report = (id: string, ...results: Result[]) =>
  owner.api.reportTaskResults({ params: { flow_run_id: id }, body: { fence: 1, results } });
const finish = (id: string) =>
  owner.api.finishRun({ params: { flow_run_id: id }, body: { fence: 1, status: 'completed' } });

/** Submits a run with one value of T1. */
async function handIn(value: number, given: Partial<Body> = {}, result: Partial<Result> = {}) {
  const { execution_id: executionId, flow_run_id: id } = await begin(run(given));
  const reported = await report(id, t1(value, result));
  await finish(id);
  return { executionId, reported };
}

const current = async () => (await owner.api.listChipQubits({ params: { chip_id: 'chip' } })).qubits[1]?.data.t1;

test('a run of the past is listed as recorded later, with its own times and its log, and the lock stays free', async () => {
  const { execution_id: executionId, flow_run_id: id, status } = await begin(run());
  expect([executionId, status]).toEqual(['20250220-900000', 'running']);
  await report(id, t1(41));
  const line = { at: '2025-02-20T09:05:00Z', level: 'info', text: 'cold' } as const;
  await owner.api.appendRunLog({ params: { flow_run_id: id }, body: { fence: 1, sequence: 0, lines: [line] } });
  expect((await owner.api.getExecutionLockStatus({})).lock).toBe(false);
  await finish(id);
  const { executions } = await owner.api.listExecutions({ query: { chip_id: 'chip' } });
  expect(executions).toMatchObject([
    {
      ...{ execution_id: executionId, recorded_later: true, status: 'completed', elapsed_time: 1800 },
      ...{ start_at: '2025-02-20T09:00:00.000Z', end_at: '2025-02-20T09:30:00.000Z' },
    },
  ]);
  const detail = await owner.api.getExecution({ params: { execution_id: executionId }, query: {} });
  expect(detail).toMatchObject({ recorded_later: true, runner: 'worker', claim_timeout_seconds: null });
  expect((await owner.api.listRunLog({ params: { execution_id: executionId }, query: {} })).lines).toHaveLength(1);
});

test('a value of a run of the past becomes current where nothing newer counts, and is kept in the history otherwise', async () => {
  expect((await handIn(41)).reported.results[0]?.values.t1).toMatchObject({ state: 'current' });
  expect(await current()).toMatchObject({ value: 41, calibrated_at: '2025-02-20T09:06:00.000Z' });
  const earlier = { start_at: '2025-02-19T09:00:00Z', end_at: '2025-02-19T10:00:00Z' };
  expect((await handIn(30, earlier, earlier)).reported.results[0]?.values.t1).toMatchObject({ state: 'kept' });
  expect(await current()).toMatchObject({ value: 41 });
  const history = await owner.api.getQubitMetricHistory({
    params: { chip_id: 'chip', qid: 1 },
    query: { metric: 't1', within_days: 3650 },
  });
  expect(history.history.map(({ value }) => value).sort()).toEqual([30, 41]);
});

test('a repeat of a begin is the same run, and other content under its key is 409', async () => {
  const body = run();
  const first = await begin(body);
  expect(await begin(body)).toEqual(first);
  expect(await refusal(begin({ ...body, parameters: { shots: 1 } }))).toMatchObject({
    status: 409,
    detail: `'${body.run_key}' is the id of run '${first.execution_id}', which was recorded with other content`,
  });
});

test.each([
  [{ end_at: '2999-01-01T00:00:00Z' }, 400, 'end_at'],
  [{ start_at: '2999-01-01T00:00:00Z', end_at: '2999-01-01T00:00:00Z' }, 400, 'start_at'],
  [{ end_at: '2025-02-20T08:00:00Z' }, 400, 'end_at'],
  [{ start_at: '2025-01-20T09:00:00Z' }, 400, 'end_at'],
  [{ run_key: 'mine' }, 400, 'run_key'],
  [{ flow_name: 'not a flow' }, 400, 'flow_name'],
])('a run of the past with %o is refused with its field', async (given, status, field) => {
  const found = await refusal(begin(run(given)));
  expect(found).toMatchObject({ status });
  expect(JSON.stringify(found)).toContain(`body.${field}`);
  expect((await owner.api.listExecutions({ query: {} })).executions).toEqual([]);
});

test('a run of the past on an unknown chip is 400, and one of a viewer 403', async () => {
  expect(await refusal(begin(run({ chip_id: 'none' })))).toMatchObject({ status: 400 });
  const viewer = await world.register(`viewer-${counter}`);
  const body = { username: viewer.username, role: 'viewer' } as const;
  await world.join(owner.api, { params: { project_id: owner.projectId }, body });
  const as = world.client(viewer.token, owner.projectId);
  expect(await refusal(begin(run(), as))).toMatchObject({ status: 403 });
});

test.each([
  [{ status: 'running', end_at: null }, 'status'],
  [{ start_at: '2025-02-20T08:59:00Z' }, 'start_at'],
  [{ end_at: '2025-02-20T09:31:00Z' }, 'end_at'],
] as const)('a result of a run of the past with %o is refused with its field', async (given, field) => {
  const { flow_run_id: id } = await begin(run());
  const found = await refusal(report(id, t1(41), t1(41, { ...given, attempt: 1 })));
  expect(found).toMatchObject({ status: 400 });
  expect(JSON.stringify(found)).toContain(`body.results.1.${field}`);
});

test('a run of the past needs no heartbeat, and one is refused', async () => {
  const { flow_run_id: id } = await begin(run());
  const beat = owner.api.heartbeatRun({ params: { flow_run_id: id }, body: { fence: 1 } });
  expect(await refusal(beat)).toMatchObject({ status: 409 });
});

test('a run of the past and its results are of the cool-down that the chip was in', async () => {
  await owner.api.createCryostat({ body: { cryo_id: 'fridge' } });
  const cooldown = { cryo_id: 'fridge', chip_ids: ['chip'] };
  await owner.api.createCooldown({
    body: { ...cooldown, cooldown_id: 'old', started_at: '2025-02-01T00:00:00Z', ended_at: '2025-02-25T00:00:00Z' },
  });
  await owner.api.createCooldown({ body: { ...cooldown, cooldown_id: 'new', started_at: '2025-02-26T00:00:00Z' } });
  const { execution_id: executionId, flow_run_id: id, cooldown_id: of } = await begin(run());
  expect(of).toBe('old');
  await report(id, t1(41));
  await finish(id);
  const query = { cooldown_id: 'old' };
  expect((await owner.api.listExecutions({ query })).executions.map((one) => one.execution_id)).toEqual([executionId]);
  const { items: results } = await owner.api.listTaskResults({ query: { chip_id: 'chip', ...query } });
  expect(results).toHaveLength(1);
  const before = { start_at: '2025-01-20T09:00:00Z', end_at: '2025-01-20T10:00:00Z' };
  expect((await begin(run(before))).cooldown_id).toBeNull();
  // It has data now.
  const removal = owner.api.deleteCooldown({ params: { cooldown_id: 'old' }, query: {} });
  expect(await refusal(removal)).toMatchObject({ status: 409 });
});

test('an uploaded file of a run of the past is read from its result', async () => {
  const { flow_run_id: id } = await begin(run());
  const file = { task: 'CheckT1', task_type: 'qubit', qid: '1', name: 'decay.csv', kind: 'raw' } as const;
  const { uploads } = await owner.api.createUploads({
    params: { flow_run_id: id },
    body: { fence: 1, files: [{ ...file, content_type: 'text/csv', size_bytes: 3 }] },
  });
  const path = uploads[0]?.path ?? '';
  const reported = await report(id, t1(41, { raw_data: [path] }));
  const taskId = reported.results[0]?.task_id ?? '';
  expect(await owner.api.getTaskResult({ params: { task_id: taskId } })).toMatchObject({ raw_data_path: [path] });
});
