import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createRuntime, provideRuntime } from '#functions/runtime.ts';
import { handler } from '#functions/stream/project.ts';
import { lambdaContext } from '#local/gateway/lambda-context.ts';
import { type Streams, startStreams } from '#local/streams/streams.ts';
import { createChip } from '#shared/chips/verbs/change/create-chip.ts';
import type { ProjectContext } from '#shared/kernel/context.ts';
import { batchWriteItems, getItem } from '#shared/kernel/store/dynamodb/database.ts';
import { taskKeys } from '#shared/kernel/store/keys.ts';
import { streamConsumers } from '#shared/kernel/store/system/stream-consumers.ts';
import { writeTaskResults } from '#shared/results/verbs/write/write-task-results.ts';
import { setExcluded } from '#shared/values/verbs/exclusions/set-excluded.ts';
import { metricHistory } from '#shared/values/verbs/metric-history.ts';
import { startVerbs, type Verbs } from '#test/support/engine/verbs.ts';
import { outcomeOf, plannedTask, putRunning } from '#test/support/runs/run-results.ts';

const consumer = streamConsumers.find(({ name }) => name === 'project');

let verbs: Verbs;
let ctx: ProjectContext;
let streams: Streams | undefined;
let errors: string[];
let entities: Set<string | undefined>;

beforeAll(async () => {
  verbs = await startVerbs();
});
afterAll(() => verbs.stop());
beforeEach(async () => {
  errors = [];
  entities = new Set();
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
    handlerOf: () => (event) => {
      for (const { dynamodb } of event.Records) entities.add(dynamodb?.NewImage?.entity?.S);
      return handler(event, lambdaContext('stream-project', 'test', Date.now() + 60_000));
    },
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
  it('the consumer of task results settles what an exclusion meant, and is told of nothing else that a run writes', async () => {
    const running = await deliver();
    await measure();
    await running.settle();
    expect((await history()).samples).toMatchObject([{ value: 40, source: 'simulator', taskId: 'task-1' }]);
    const key = taskKeys.latest(ctx.projectId, 'chip', 'CheckT1', { kind: 'qubit', id: '1' });
    const row = await getItem(verbs.db, key);
    await setExcluded(ctx, 'task-1', { excluded: true, reason: '' });
    // As an exclusion leaves it that fell back by an index which showed too little.
    await batchWriteItems(verbs.db, [{ put: row ?? {} }]);
    await running.settle();
    expect(await getItem(verbs.db, key)).toBeUndefined();
    // Who excluded it is in the audit.
    expect(entities).toEqual(new Set(['task-result', 'audit']));
    expect(errors).toEqual([]);
  });

  it('the consumer of task results gives up a record that it cannot read, and takes those around it', async () => {
    const running = await deliver();
    const poison = { pk: `P#${ctx.projectId}#TR#bad`, sk: 'TR', entity: 'task-result', status: 'completed', v: 99 };
    await batchWriteItems(verbs.db, [{ put: poison }]);
    await measure();
    await running.settle();
    expect((await history()).samples).toHaveLength(1);
    expect((await running.deadLetters()).map(({ reason }) => reason)).toHaveLength(1);
  });
});
