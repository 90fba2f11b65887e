import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createRuntime, provideRuntime } from '#functions/runtime.ts';
import { handler } from '#functions/stream/project.ts';
import { lambdaContext } from '#local/lambda-context.ts';
import { type Streams, startStreams } from '#local/streams/streams.ts';
import type { ProjectContext } from '#shared/context.ts';
import { createChip } from '#shared/services/chips/create-chip.ts';
import { metricHistory } from '#shared/services/metrics/metric-history.ts';
import { writeTaskResults } from '#shared/services/task-results/write-task-results.ts';
import { batchWriteItems, queryAll } from '#shared/store/database.ts';
import { taskKeys } from '#shared/store/keys.ts';
import { listRollUps, unpackTargets } from '#shared/store/roll-ups.ts';
import { streamConsumers } from '#shared/store/stream-consumers.ts';
import { outcomeOf, plannedTask, putRunning } from '#test/support/run-results.ts';
import { startVerbs, type Verbs } from '#test/support/verbs.ts';

const consumer = streamConsumers.find(({ name }) => name === 'project');

let verbs: Verbs;
let ctx: ProjectContext;
let streams: Streams | undefined;
let errors: string[];

beforeAll(async () => {
  verbs = await startVerbs();
});
afterAll(() => verbs.stop());
beforeEach(async () => {
  errors = [];
  await verbs.empty();
  ctx = await verbs.member('alice');
  await createChip(ctx, { chipId: 'chip', size: 4, topologyId: 'linear-4' });
});
afterEach(async () => {
  await streams?.stop();
  streams = undefined;
});

/** Delivers the stream to the consumer, as a stack does. */
async function deliver(): Promise<Streams> {
  if (!consumer) throw new Error('There is no consumer of that name');
  const { client, log } = { client: verbs.client, log: ctx.log };
  provideRuntime(createRuntime(ctx.config, { client, log }));
  streams = await startStreams({
    engine: verbs.engine,
    client,
    tableName: verbs.engine.tableName,
    consumers: [{ ...consumer, retryAttempts: 1 }],
    handlerOf: () => (event) => handler(event, lambdaContext('stream-project', 'test', Date.now() + 60_000)),
    onError: (error) => errors.push(error.message),
  });
  return streams;
}

async function measure(): Promise<void> {
  const { projectId, executionId } = await putRunning(verbs.db, { projectId: ctx.projectId });
  const updates = [0, 1, 2].map((index) => {
    const planned = plannedTask(index);
    return { kind: 'ended' as const, planned, outcome: outcomeOf(planned) };
  });
  await writeTaskResults(ctx, { projectId, executionId, fence: 1 }, updates);
}

const history = () =>
  metricHistory(
    ctx,
    { chipId: 'chip', kind: 'qubit', id: '1', metric: 't1' },
    { withinDays: 30, asOf: '2025-03-02T00:00:00.000Z' },
  );

describe('the consumer of task results', () => {
  it('makes history, roll-ups and daily rows of what a run measured', async () => {
    const running = await deliver();
    await measure();
    await running.settle();
    expect((await history()).samples).toMatchObject([{ value: 40, source: 'task', taskId: 'task-1' }]);
    const rows = await listRollUps(verbs.db, { projectId: ctx.projectId, chipId: 'chip', metric: 't1' });
    expect(rows.map(({ span, date }) => `${span} ${date}`)).toEqual(['day 20250301', 'month 202503']);
    expect(rows.map(({ targets }) => unpackTargets(targets).map(({ target }) => target.id))).toEqual([
      ['0', '1', '2'],
      ['0', '1', '2'],
    ]);
    const days = await queryAll(verbs.db, taskKeys.daysOf(ctx.projectId, 'chip', { kind: 'qubit', id: '1' }));
    expect(days).toHaveLength(1);
    expect(errors).toEqual([]);
  });

  it('gives up a record that it cannot read, and takes those around it', async () => {
    const running = await deliver();
    const poison = { pk: `P#${ctx.projectId}#TR#bad`, sk: 'TR', entity: 'task-result', status: 'completed', v: 99 };
    await batchWriteItems(verbs.db, [{ put: poison }]);
    await measure();
    await running.settle();
    expect((await history()).samples).toHaveLength(1);
    expect(running.deadLetters().map(({ reason }) => reason)).toHaveLength(1);
  });
});
