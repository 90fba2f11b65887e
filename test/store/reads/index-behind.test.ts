import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createChip } from '#shared/chips/verbs/change/create-chip.ts';
import type { ProjectContext } from '#shared/kernel/context.ts';
import { justBefore } from '#shared/kernel/rules/complete-until.ts';
import { batchWriteItems } from '#shared/kernel/store/dynamodb/database.ts';
import { projectKeys } from '#shared/kernel/store/keys.ts';
import { taskHistory } from '#shared/results/verbs/read/task-history.ts';
import { writeTaskResults } from '#shared/results/verbs/write/write-task-results.ts';
import { type ExecutionRecord, executionEntity } from '#shared/runs/store/executions.ts';
import { listExecutions } from '#shared/runs/verbs/list-executions.ts';
import { readExecution } from '#shared/runs/verbs/read-execution.ts';
import { metricHistory } from '#shared/values/verbs/metric-history.ts';
import { beginPastRun } from '#shared/workers/verbs/past/begin-past-run.ts';
import { type LaggingIndexes, lagIndexes } from '#test/support/engine/lagging-index.ts';
import { startVerbs, type Verbs } from '#test/support/engine/verbs.ts';
import { executionRecord } from '#test/support/runs/execution.ts';
import { finishPast, pastRun } from '#test/support/runs/past-run.ts';
import { measuredValue, outcomeOf, plannedTask, putRunning } from '#test/support/runs/run-results.ts';
import { fakeOrchestrator } from '#test/support/runs/runs.ts';

let verbs: Verbs;
let ctx: ProjectContext;
let indexes: LaggingIndexes;
let executionId: string;
beforeAll(async () => {
  verbs = await startVerbs();
  indexes = lagIndexes(verbs.client);
});
afterAll(() => verbs.stop());
beforeEach(async () => {
  await verbs.empty();
  indexes.catchUp();
  verbs.now = new Date('2025-03-01T12:00:00.000Z');
  ctx = await verbs.member('alice');
  await createChip(ctx, { chipId: 'chip', size: 2, topologyId: 'linear-2' });
  ({ executionId } = await putRunning(verbs.db, { projectId: ctx.projectId, createdAt: ends[0] }));
});

const ends = ['2025-03-01T12:01:00.000Z', '2025-03-01T12:02:00.000Z', '2025-03-01T12:03:00.000Z'] as const;
const now = () => verbs.now.toISOString();

/** T1 of qubit 0, at each of the ends. */
async function measure(): Promise<void> {
  for (const [n, endAt] of ends.entries()) {
    verbs.now = new Date(endAt);
    const planned = plannedTask(n, { target: '0' });
    const outcome = outcomeOf(planned, { startAt: endAt, endAt, outputParameters: { t1: measuredValue(40 + n) } });
    const run = { projectId: ctx.projectId, executionId, fence: 1 };
    await writeTaskResults(ctx, run, [{ kind: 'ended', planned, outcome }]);
  }
  verbs.now = new Date('2025-03-01T13:00:00.000Z');
}

const ofQubit = { chipId: 'chip', kind: 'qubit' as const, id: '0', metric: 't1' };
const history = (query: { asOf?: string } = {}) => metricHistory(ctx, ofQubit, query);
const tasks = (through?: string) =>
  taskHistory(
    ctx,
    { chipId: 'chip', task: 'CheckT1', target: { kind: 'qubit', id: '0' } },
    { date: undefined, from: undefined, through, limit: 10 },
  );

test('a history of a metric is complete until now where its index shows the current value', async () => {
  expect(await history()).toMatchObject({ samples: [], completeUntil: now() });
  await measure();
  expect(await history()).toMatchObject({
    samples: [{ value: 42 }, { value: 41 }, { value: 40 }],
    completeUntil: now(),
  });
});

test('a history of a metric says up to when it is complete while its index is behind', async () => {
  await measure();
  indexes.hide(({ sk }) => sk.startsWith(ends[2]));
  expect(await history()).toMatchObject({ samples: [{ value: 41 }, { value: 40 }], completeUntil: ends[1] });
  // Before that time, nothing is missing.
  expect(await history({ asOf: ends[1] })).toMatchObject({ completeUntil: now() });
  indexes.hide(() => true);
  expect(await history()).toMatchObject({ samples: [], completeUntil: '2025-03-01T12:02:59.999Z' });
  indexes.catchUp();
  expect((await history()).completeUntil).toBe(now());
});

test('a history of a task says up to when it is complete while its index is behind', async () => {
  expect(await tasks()).toMatchObject({ results: [], completeUntil: now() });
  await measure();
  expect((await tasks()).completeUntil).toBe(now());
  indexes.hide(({ pk }) => pk.endsWith('task-2'));
  const behind = await tasks();
  expect(behind.results.map(({ taskId }) => taskId)).toEqual(['task-1', 'task-0']);
  expect(behind.completeUntil).toBe(ends[1]);
  expect((await tasks(ends[1])).completeUntil).toBe(now());
  indexes.hide(() => true);
  expect((await tasks()).completeUntil).toBe('2025-03-01T12:02:59.999Z');
});

test('an execution says until when its tasks are known while their index is behind', async () => {
  await measure();
  const read = () => readExecution(ctx, { executionId, include: 'all' });
  expect(await read()).toMatchObject({ completeUntil: now() });
  indexes.hide(({ pk }) => pk.endsWith('task-2'));
  // The time of the missing row is unknown; it may be as early as the first.
  expect(await read()).toMatchObject({ completeUntil: ends[0], etag: undefined });
  expect(await readExecution(ctx, { executionId, include: 'none' })).toMatchObject({ completeUntil: now() });
});

/** Two executions of the chip that are over, a minute apart. */
async function putExecutions(last: Partial<ExecutionRecord> = {}): Promise<void> {
  const of = { projectId: ctx.projectId, chipId: 'chip' };
  const executions = [
    executionRecord({ ...of, executionId: '20250103-000', createdAt: '2025-01-03T00:00:00.000Z' }),
    executionRecord({ ...of, executionId: '20250103-001', createdAt: '2025-01-03T00:01:00.000Z', ...last }),
  ];
  await batchWriteItems(
    verbs.db,
    executions.map((execution) => ({ put: executionEntity.encode(execution, 1) })),
  );
}

test('a filtered list of executions says up to when it is complete while its index lacks the newest', async () => {
  await putExecutions();
  const list = (filter: Parameters<typeof listExecutions>[1], skip = 0) =>
    listExecutions(ctx, filter, { skip, limit: 10 });
  for (const filter of [{ chipId: 'chip' }, { status: 'completed' as const }, { flowName: 'check' }, {}])
    expect((await list(filter)).completeUntil).toBe(now());
  indexes.hide(({ sk }) => sk === '20250103-000001');
  for (const skip of [0, 1]) {
    const page = await list({ chipId: 'chip' }, skip);
    expect(page.completeUntil).toBe('2025-01-03T00:00:59.999Z');
    expect(page.records.some(({ executionId: id }) => id === '20250103-001')).toBe(false);
  }
  // The table itself has everything, and of another chip nothing is missing.
  expect(await list({})).toMatchObject({ total: 3, completeUntil: now() });
  expect((await list({ chipId: 'other' })).completeUntil).toBe(now());
});

test('a filtered list of executions says up to when it is complete while its index lacks a change of a run of the past', async () => {
  await putExecutions();
  const list = (filter: Parameters<typeof listExecutions>[1]) => listExecutions(ctx, filter, { skip: 0, limit: 10 });
  const run = pastRun({ startAt: '2025-01-02T09:00:00.000Z', endAt: '2025-01-02T09:30:00.000Z' });
  const begun = await beginPastRun(ctx, run);
  const justBeforeBegin = justBefore(now());
  const { sk } = projectKeys.execution(ctx.projectId, begun.executionId);
  indexes.hide((key) => key.sk === sk);
  for (const filter of [{ chipId: 'chip' }, { status: 'running' as const }, { flowName: run.flowName }])
    expect((await list(filter)).completeUntil).toBe(justBeforeBegin);
  expect((await list({ flowName: 'check' })).completeUntil).toBe(now());
  indexes.catchUp();
  expect((await list({ chipId: 'chip' })).completeUntil).toBe(now());

  // Of a run that ends the index shows that it is running.
  await indexes.stop(verbs.db.tableName);
  verbs.now = new Date(verbs.now.getTime() + 60_000);
  await finishPast({ ...ctx, orchestrator: fakeOrchestrator() }, begun);
  for (const filter of [{ chipId: 'chip' }, { flowName: run.flowName }])
    expect((await list(filter)).completeUntil).toBe(justBefore(now()));
  indexes.catchUp();
  expect((await list({ status: 'completed' })).completeUntil).toBe(now());
});
