import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createChip } from '#shared/chips/verbs/change/create-chip.ts';
import type { ProjectContext } from '#shared/kernel/context.ts';
import { batchWriteItems, writeItem } from '#shared/kernel/store/dynamodb/database.ts';
import { updateOf } from '#shared/kernel/store/dynamodb/update.ts';
import { chatKeys, chipKeys, projectKeys, runKeys } from '#shared/kernel/store/keys.ts';
import { sweepPending } from '#shared/kernel/verbs/pending/sweep.ts';
import { getChat } from '#shared/notifications/store/chat.ts';
import { listWebhooks } from '#shared/notifications/store/webhooks.ts';
import { listMessages, replaceChat } from '#shared/notifications/verbs/chat/chat.ts';
import { chatWork } from '#shared/notifications/verbs/chat/deliver-messages.ts';
import { queueMessage } from '#shared/notifications/verbs/chat/queue-message.ts';
import { listDeliveries } from '#shared/notifications/verbs/webhooks/deliveries.ts';
import { queueDeliveries } from '#shared/notifications/verbs/webhooks/queue-deliveries.ts';
import { createWebhook } from '#shared/notifications/verbs/webhooks/webhooks.ts';
import { executionEntity } from '#shared/runs/store/executions.ts';
import { listHeldLocks, lockEntity } from '#shared/runs/store/locks.ts';
import { resumeRuns } from '#shared/runs/verbs/slices/resume-runs.ts';
import { listOpenChipDays } from '#shared/values/store/days/open-chip-days.ts';
import { updateParameters } from '#shared/values/verbs/parameters/update-parameters.ts';
import { type Delivering, deliveryKinds } from '#shared/work/verbs/delivery-kinds.ts';
import { carryOutMessages, shareOut } from '#shared/work/verbs/share-out.ts';
import { type Sweeping, sweepKinds } from '#shared/work/verbs/sweep-kinds.ts';
import { startVerbs, type Verbs } from '#test/support/engine/verbs.ts';
import { executionRecord } from '#test/support/runs/execution.ts';
import { type FakeOrchestrator, fakeOrchestrator } from '#test/support/runs/runs.ts';
import { fakeSender } from '#test/support/webhooks/fake-sender.ts';
import { carryOutDue } from '#test/support/work/carry-out-due.ts';
import { type MemoryQueue, memoryQueue } from '#test/support/work/memory-queue.ts';

let verbs: Verbs;
let ctx: Sweeping & { orchestrator: FakeOrchestrator };
let queue: MemoryQueue;
let logged: { message: string; projectId?: unknown; entity?: unknown }[];
const inAnHour = () => new Date(verbs.now.getTime() + 3_600_000);

beforeAll(async () => {
  verbs = await startVerbs();
});
afterAll(() => verbs.stop());
beforeEach(async () => {
  await verbs.empty();
  verbs.faults.clear();
  verbs.now = new Date('2025-03-01T12:00:00.000Z');
  queue = memoryQueue();
  logged = [];
  const log = { ...verbs.ctx.log, error: (message: string, fields = {}) => void logged.push({ message, ...fields }) };
  ctx = { ...verbs.ctx, log, orchestrator: fakeOrchestrator() };
});

/** Locks of projects whose runs have died. */
async function putDeadRuns(projects: readonly string[]): Promise<void> {
  const items = projects.flatMap((projectId, n) => {
    const of = { projectId, executionId: '20250301-001', flowRunId: `run-${n}`, chipId: 'chip' };
    const createdAt = verbs.now.toISOString();
    ctx.orchestrator.states.set(of.flowRunId, { status: 'aborted' });
    const holder = { ...of, username: 'alice', acquiredAt: createdAt };
    return [
      executionEntity.encode(executionRecord({ ...of, status: 'running', createdAt }), 1),
      lockEntity.encode({ projectId, last: { date: '20250301', index: 1 }, holder, updatedAt: createdAt }, 1),
    ];
  });
  await batchWriteItems(
    verbs.db,
    items.map((put) => ({ put })),
  );
}

/** An item that this version cannot read. */
const spoil = (key: { pk: string; sk: string }) =>
  writeItem(verbs.db, { update: key, with: updateOf({ set: { v: 99 } }) });

const deliver = () => carryOutMessages(ctx, sweepKinds, queue.take(), inAnHour());

describe('the work of a sweep through a queue', () => {
  test('each project with a held lock has a message of its own, and a run that died is ended by its message', async () => {
    await putDeadRuns(['p-0', 'p-1', 'p-2']);
    expect(await shareOut(ctx, sweepKinds, queue)).toMatchObject({ locks: 3 });
    expect(queue.messages.map(({ group }) => group).sort()).toEqual(['p-0', 'p-1', 'p-2']);
    expect(await listHeldLocks(ctx.db)).toHaveLength(3);
    expect(await deliver()).toEqual([]);
    expect(await listHeldLocks(ctx.db)).toEqual([]);
  });

  test('a project whose lock cannot be read fails alone, by name, and all others are settled', async () => {
    await putDeadRuns(['p-0', 'p-1', 'p-2']);
    await spoil(runKeys.lock('p-1'));
    await shareOut(ctx, sweepKinds, queue);
    const messages = queue.take();
    const broken = messages.filter(({ body }) => body.includes('p-1')).map(({ messageId }) => messageId);
    expect(await carryOutMessages(ctx, sweepKinds, messages, inAnHour())).toEqual(broken);
    expect((await listHeldLocks(ctx.db)).map(({ projectId }) => projectId)).toEqual(['p-1']);
    expect(logged).toMatchObject([{ message: 'lock not reconciled', projectId: 'p-1' }]);
  });

  test('a message that arrives twice, or at the same time as itself, changes nothing the second time', async () => {
    await putDeadRuns(['p-0']);
    await shareOut(ctx, sweepKinds, queue);
    const [message] = queue.take();
    if (!message) throw new Error('nothing was due');
    const again = { ...message, messageId: 'again' };
    expect(await carryOutMessages(ctx, sweepKinds, [message, again], inAnHour())).toEqual([]);
    const before = await verbs.table();
    expect(await carryOutMessages(ctx, sweepKinds, [message], inAnHour())).toEqual([]);
    expect(await verbs.table()).toEqual(before);
  });

  test('a list that cannot be read keeps no other kind of work from being sent, and is named', async () => {
    await putDeadRuns(['p-0']);
    const broken = { ...sweepKinds.pending, due: () => failingList() } as NonNullable<(typeof sweepKinds)['pending']>;
    const kinds = { pending: broken, ...{ locks: sweepKinds.locks as typeof broken } };
    await expect(shareOut(ctx, kinds, queue)).rejects.toThrow('Failed: pending');
    expect(queue.messages).toHaveLength(1);
    expect(logged).toMatchObject([{ message: 'part of a sweep failed', entity: 'pending' }]);
  });

  test('a message that the queue refuses keeps no other from being sent', async () => {
    await putDeadRuns(['p-0', 'p-1']);
    const picky = memoryQueue(({ group }) => group === 'p-0');
    await expect(shareOut(ctx, sweepKinds, picky)).rejects.toThrow('Failed: locks');
    expect(picky.messages.map(({ group }) => group)).toEqual(['p-1']);
  });

  test('a message that the queue refuses keeps no later page from being sent', async () => {
    const pages = { ...sweepKinds.queues, due: () => twoPages() } as NonNullable<(typeof sweepKinds)['queues']>;
    const picky = memoryQueue(({ group }) => group === 'p-0');
    await expect(shareOut(ctx, { queues: pages }, picky)).rejects.toThrow('Failed: queues');
    expect(picky.messages.map(({ group }) => group)).toEqual(['p-1', 'p-2']);
  });

  test('at the start of one machine a run that cannot be resumed keeps no other from being resumed', async () => {
    await putDeadRuns(['p-0', 'p-1', 'p-2']);
    // The state machine ended with its process, and knows none of them.
    ctx.orchestrator.states.clear();
    await spoil(runKeys.lock('p-1'));
    expect(await resumeRuns(ctx)).toBe(2);
    expect([...ctx.orchestrator.started.keys()].sort()).toEqual(['run-0', 'run-2']);
    expect(logged).toMatchObject([{ message: 'run not resumed', projectId: 'p-1' }]);
  });

  test('a message of a kind that this version does not know fails, and keeps none from being carried out', async () => {
    await putDeadRuns(['p-0']);
    await shareOut(ctx, sweepKinds, queue);
    const unknown = { messageId: 'unknown', body: '{"kind":"later","entries":[]}' };
    const malformed = { messageId: 'malformed', body: '{' };
    const messages = [unknown, malformed, ...queue.take()];
    expect(await carryOutMessages(ctx, sweepKinds, messages, inAnHour())).toEqual(['unknown', 'malformed']);
    expect(await listHeldLocks(ctx.db)).toEqual([]);
  });

  test('an interrupted job and a project to purge are finished by messages of their projects', async () => {
    const alice = await verbs.member('alice');
    let calls = 0;
    verbs.faults.plan(() => (++calls > 5 ? { before: new Error('killed') } : undefined));
    await createChip(alice, { chipId: 'chip', topologyId: 'linear-600' }).catch(() => undefined);
    await verbs.faults.idle();
    verbs.faults.clear();
    verbs.now = new Date('2025-03-01T13:00:00.000Z');
    expect(await shareOut(ctx, sweepKinds, queue)).toMatchObject({ pending: 1 });
    expect(queue.messages[0]?.group).toBe(alice.projectId);
    expect(await deliver()).toEqual([]);
    expect(await sweepPending(ctx)).toMatchObject({ finished: 0, busy: 0, failed: 0 });
  });
});

async function* twoPages(): AsyncGenerator<string[]> {
  yield ['p-0', 'p-1'];
  yield ['p-2'];
}

async function* failingList(): AsyncGenerator<never[]> {
  yield [];
  throw new Error('The list cannot be read');
}

describe('the days of chips through a queue', () => {
  let owners: ProjectContext[];

  beforeEach(async () => {
    owners = [await verbs.member('alice'), await verbs.member('bob')];
    for (const [day, value] of [
      ['2025-03-01T12:00:00.000Z', 50],
      ['2025-03-02T12:00:00.000Z', 60],
    ] as const) {
      verbs.now = new Date(day);
      for (const owner of owners) {
        if (value === 50) await createChip(owner, { chipId: 'chip', size: 2, topologyId: 'linear-2' });
        await updateParameters(owner, { chipId: 'chip', qid: '0', parameters: { t1: { value, unit: 'us' } } });
      }
    }
    verbs.now = new Date('2025-03-05T12:00:00.000Z');
  });

  const open = async () => (await listOpenChipDays(ctx.db, '20250304')).map(({ projectId, date }) => [projectId, date]);

  test('a chip has one message for all of its days and what follows from them, and they are closed in their order', async () => {
    expect(await open()).toHaveLength(4);
    expect(await shareOut(ctx, sweepKinds, queue)).toMatchObject({ chips: 2 });
    expect(new Set(queue.messages.map(({ group }) => group))).toEqual(new Set(['chips']));
    expect(await deliver()).toEqual([]);
    expect(await open()).toEqual([]);
    // The levels follow from the days, and are due once those are closed.
    expect(await shareOut(ctx, sweepKinds, queue)).toMatchObject({ chips: 2 });
    expect(await deliver()).toEqual([]);
  });

  test('a chip that cannot be read fails alone, and the days of all others are closed', async () => {
    const [alice, bob] = owners as [ProjectContext, ProjectContext];
    await spoil(chipKeys.chip(alice.projectId, 'chip'));
    await shareOut(ctx, sweepKinds, queue);
    const messages = queue.take();
    const broken = messages.find(({ body }) => body.includes(alice.projectId));
    expect(await carryOutMessages(ctx, sweepKinds, messages, inAnHour())).toEqual([broken?.messageId]);
    expect(new Set((await open()).map(([projectId]) => projectId))).toEqual(new Set([alice.projectId]));
    expect(new Set(logged.map(({ projectId }) => projectId))).toEqual(new Set([alice.projectId]));
    expect(bob.projectId).not.toBe(alice.projectId);
  });
});

describe('deliveries through a queue', () => {
  test('each webhook has a message of its own, and a project that cannot be read disturbs no other', async () => {
    const sender = fakeSender();
    const [alice, bob] = [await verbs.member('alice'), await verbs.member('bob')];
    for (const owner of [alice, bob]) {
      const choice = { url: 'https://hooks.example.com/in', description: '', kinds: ['run_failed' as const] };
      await createWebhook({ ...owner, webhooks: sender }, { ...choice, active: true });
      const event = {
        ...{
          projectId: owner.projectId,
          kind: 'run_failed' as const,
          at: '2025-03-01T11:59:00.000Z',
          id: 'a'.repeat(32),
        },
        ...{ concerned: [], source: { type: 'execution' as const, id: '20250301-000' } },
        ...{ targetUrl: '/execution/20250301-000', title: 'failed', excerpt: '' },
      };
      await queueDeliveries(owner, event, await listWebhooks(ctx.db, owner.projectId));
    }
    await spoil(projectKeys.project(alice.projectId));
    const delivering = { ...ctx, webhooks: sender } as unknown as Delivering;
    expect(await shareOut(delivering, deliveryKinds(undefined), queue)).toMatchObject({ webhooks: 2 });
    expect(queue.messages.map(({ group }) => group).sort()).toEqual([alice.projectId, bob.projectId].sort());
    const failed = await carryOutMessages(delivering, deliveryKinds(undefined), queue.take(), inAnHour());
    expect(failed).toHaveLength(1);
    expect(sender.sent.length).toBe(1);
    const [hook] = await listWebhooks(ctx.db, bob.projectId);
    const { records } = await listDeliveries(bob, hook?.webhookId ?? '', {}, { skip: 0, limit: 10 });
    expect(records).toMatchObject([{ status: 'delivered' }]);
  });

  test('a chat that cannot be read keeps no other from its messages', async () => {
    const [alice, bob] = [await verbs.member('alice'), await verbs.member('bob')];
    const chat = { post: async () => ({ posted: '1.0' }) };
    for (const owner of [alice, bob]) {
      const choice = { format: 'slack' as const, channel: 'C0000001', token: 'xoxb-1', kinds: ['run_failed' as const] };
      await replaceChat(owner, { ...choice, active: true });
      await queueMessage(
        owner,
        {
          ...{
            projectId: owner.projectId,
            kind: 'run_failed' as const,
            at: '2025-03-01T11:59:00.000Z',
            id: 'a'.repeat(32),
          },
          ...{ concerned: [], source: { type: 'execution' as const, id: '20250301-000' } },
          ...{ targetUrl: '/execution/20250301-000', title: 'failed', excerpt: '' },
        },
        await getChat(ctx.db, owner.projectId),
      );
    }
    await spoil(chatKeys.chat(alice.projectId));
    const delivering = { ...ctx, chat } as unknown as Delivering;
    expect(await carryOutDue(chatWork, delivering)).toEqual({ posted: 1, notPosted: 0, failedPosts: 1 });
    expect((await listMessages(bob, {}, { skip: 0, limit: 10 })).records).toMatchObject([{ status: 'delivered' }]);
    expect(logged).toMatchObject([{ message: 'chat message not sent', projectId: alice.projectId }]);
  });
});
