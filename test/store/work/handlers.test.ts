import type { SQSEvent } from 'aws-lambda';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createRuntime, provideRuntime } from '#functions/runtime.ts';
import { handler as deliver } from '#functions/scheduled/deliver.ts';
import { handler, sweep } from '#functions/scheduled/sweep.ts';
import { batchWriteItems, writeItem } from '#shared/kernel/store/dynamodb/database.ts';
import { updateOf } from '#shared/kernel/store/dynamodb/update.ts';
import { runKeys } from '#shared/kernel/store/keys.ts';
import { readUsed } from '#shared/limits/store/meters.ts';
import { noSecrets } from '#shared/people/store/secret-source.ts';
import { executionEntity } from '#shared/runs/store/executions.ts';
import { listHeldLocks, lockEntity } from '#shared/runs/store/locks.ts';
import { startVerbs, type Verbs } from '#test/support/engine/verbs.ts';
import { executionRecord } from '#test/support/runs/execution.ts';
import { type FakeOrchestrator, fakeOrchestrator } from '#test/support/runs/runs.ts';
import { type MemoryQueue, memoryQueue } from '#test/support/work/memory-queue.ts';

let verbs: Verbs;
let orchestrator: FakeOrchestrator;
let workQueue: MemoryQueue;

beforeAll(async () => {
  verbs = await startVerbs();
});
afterAll(() => verbs.stop());
beforeEach(async () => {
  await verbs.empty();
  verbs.now = new Date('2025-03-01T12:00:00.000Z');
  orchestrator = fakeOrchestrator();
  workQueue = memoryQueue();
  use(workQueue);
});

/** What the functions run with; without a queue they do all of their work themselves. */
function use(queue: MemoryQueue | undefined): void {
  const { ctx, client } = verbs;
  const { config, log, clock, objects, scheduler } = ctx;
  const ports = { orchestrator, objects, scheduler, ...(queue && { workQueue: queue }) };
  provideRuntime(createRuntime(config, { client, secrets: noSecrets, log, clock, ports, changesRevisions: false }));
}

async function putDeadRun(projectId: string): Promise<void> {
  const of = { projectId, executionId: '20250301-001', flowRunId: `run-of-${projectId}`, chipId: 'chip' };
  const createdAt = verbs.now.toISOString();
  orchestrator.states.set(of.flowRunId, { status: 'aborted' });
  const holder = { ...of, username: 'alice', acquiredAt: createdAt };
  const lock = { projectId, last: { date: '20250301', index: 1 }, holder, updatedAt: createdAt };
  await batchWriteItems(verbs.db, [
    { put: executionEntity.encode(executionRecord({ ...of, status: 'running', createdAt }), 1) },
    { put: lockEntity.encode(lock, 1) },
  ]);
}

const eventOf = (messages: readonly { messageId: string; body: string }[]) => ({ Records: messages }) as SQSEvent;
const spoil = (key: { pk: string; sk: string }) =>
  writeItem(verbs.db, { update: key, with: updateOf({ set: { v: 99 } }) });

describe('the function of the sweep', () => {
  test('called by its clock it queues the work; called with messages it does it and names those that failed', async () => {
    for (const projectId of ['p-0', 'p-1']) await putDeadRun(projectId);
    await spoil(runKeys.lock('p-0'));
    expect(await handler({ source: 'aws.events' })).toMatchObject({ locks: 2 });
    expect(await listHeldLocks(verbs.db)).toHaveLength(2);
    const messages = workQueue.take();
    const broken = messages.find(({ group }) => group === 'p-0');
    expect(await handler(eventOf(messages))).toEqual({ batchItemFailures: [{ itemIdentifier: broken?.messageId }] });
    expect((await listHeldLocks(verbs.db)).map(({ projectId }) => projectId)).toEqual(['p-0']);
  });

  test('without a queue it does the same itself: one project that fails is counted, and all others are done', async () => {
    use(undefined);
    for (const projectId of ['p-0', 'p-1', 'p-2']) await putDeadRun(projectId);
    await spoil(runKeys.lock('p-1'));
    expect(await sweep({ rollUps: true })).toMatchObject({ settled: 2, failed: 1 });
    expect((await listHeldLocks(verbs.db)).map(({ projectId }) => projectId)).toEqual(['p-1']);
  });

  test('without a queue, a list that cannot be read keeps no other part from being done', async () => {
    use(undefined);
    await putDeadRun('p-0');
    let queries = 0;
    // The list of held locks is read from five partitions first; the next list fails.
    verbs.faults.plan(({ command }) =>
      command === 'Query' && ++queries === 6 ? { before: new Error('The list cannot be read') } : undefined,
    );
    await expect(sweep({ rollUps: true })).rejects.toThrow(/^Failed: [a-z ]+; see the log$/);
    verbs.faults.clear();
    expect(await listHeldLocks(verbs.db)).toEqual([]);
  });
});

test('the work of messages is counted for their projects, and written once it is old enough', async () => {
  for (const projectId of ['p-0', 'p-1']) await putDeadRun(projectId);
  await handler({ source: 'aws.events' });
  for (const message of workQueue.take()) {
    await handler(eventOf([message]));
    verbs.now = new Date(verbs.now.getTime() + 300_000);
  }
  await handler(eventOf([{ messageId: 'next', body: JSON.stringify({ kind: 'queues', entries: ['p-2'] }) }]));
  for (const projectId of ['p-0', 'p-1']) {
    const [day] = await readUsed(verbs.db, projectId, '2025-03-01');
    expect(day).toMatchObject({ requests: 0 });
    expect(day?.milliseconds).toBeGreaterThan(0);
  }
});

describe('the function of deliveries', () => {
  test('with nothing due it queues nothing, and an event without messages fails none', async () => {
    expect(await deliver()).toEqual({ webhooks: 0, chats: 0 });
    expect(workQueue.messages).toEqual([]);
    expect(await deliver(eventOf([]))).toEqual({ batchItemFailures: [] });
  });
});
