import type { DynamoDBRecord } from 'aws-lambda';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createRuntime, provideRuntime } from '#functions/runtime.ts';
import { handler } from '#functions/stream/project.ts';
import { lambdaContext } from '#local/gateway/lambda-context.ts';
import { startStreams } from '#local/streams/streams.ts';
import type { ProjectContext } from '#shared/kernel/context.ts';
import { batchWriteItems } from '#shared/kernel/store/dynamodb/database.ts';
import { streamConsumers } from '#shared/kernel/store/system/stream-consumers.ts';
import { eventKinds } from '#shared/notifications/rules/kinds.ts';
import { countUnread, readAll } from '#shared/notifications/verbs/inbox.ts';
import { getProject, projectEntity } from '#shared/projects/store/projects.ts';
import { Crash, crashAt } from '#test/support/engine/faults.ts';
import { startVerbs, type Verbs } from '#test/support/engine/verbs.ts';
import { caseCount, isEveryCase } from '#test/support/properties/case-count.ts';
import { actorOf, at, happen } from './notifications/happen.ts';
import { deliveries, emails, emptyInboxes, expected, inboxes, mailed, sent } from './notifications/told.ts';

let verbs: Verbs;
let alice: ProjectContext;
/** What the stream had to tell, as Lambda hands it to the function. */
let records: DynamoDBRecord[];

beforeAll(async () => {
  verbs = await startVerbs();
  alice = await verbs.member('alice');
  for (const name of ['bob', 'carol', 'dora']) await verbs.member(name);
  const config = { ...alice.config, emailSender: 'fiducial@example.com' };
  provideRuntime(createRuntime(config, { client: verbs.client, log: alice.log, clock: alice.clock }));
  records = await recorded(() => happen(alice));
});
afterAll(() => verbs.stop());

/** What the filter of the consumer lets through of what some work writes. */
async function recorded(work: () => Promise<void>): Promise<DynamoDBRecord[]> {
  const consumer = streamConsumers.find(({ name }) => name === 'project');
  if (!consumer) throw new Error('There is no consumer of that name');
  const seen: DynamoDBRecord[] = [];
  const streams = await startStreams({
    engine: verbs.engine,
    client: verbs.client,
    tableName: verbs.engine.tableName,
    consumers: [consumer],
    handlerOf: () => async (event) => {
      seen.push(...event.Records);
      return { batchItemFailures: [] };
    },
    onError: (error) => {
      throw error;
    },
  });
  await work();
  await streams.settle();
  await streams.stop();
  return seen;
}

const deliver = (batch: readonly DynamoDBRecord[]) =>
  handler({ Records: [...batch] }, lambdaContext('stream-project', 'test', Date.now() + 60_000));

/** Numbers that follow from a seed, from 0 to 1. */
function drawn(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return state / 2_147_483_648;
  };
}

describe('the inboxes and what webhooks are sent', () => {
  it('what happens is in the inbox of each whom it concerns, and of no one else', async () => {
    await emptyInboxes(verbs);
    expect(await deliver(records)).toEqual({ batchItemFailures: [] });
    expect(await inboxes(verbs)).toEqual(expected);
    expect(await deliveries(verbs)).toEqual(sent);
    expect(await emails(verbs)).toEqual(mailed);
  });

  it('something of every kind of event happens', () => {
    expect([...new Set(sent.map((one) => one.split(':')[0]))].sort()).toEqual([...eventKinds].sort());
  });

  it.each(Array.from({ length: caseCount(6) }, (_, n) => n + 1))(
    'each event is once in each inbox however often, in any order and in any batches it is delivered (seed %i)',
    async (seed) => {
      await emptyInboxes(verbs);
      const draw = drawn(seed);
      const many = [...records, ...records, ...records]
        .map((record) => ({ record, place: draw() }))
        .sort((a, b) => a.place - b.place)
        .map(({ record }) => record);
      while (many.length > 0) {
        const batches = [1, 2].map(() => many.splice(0, 1 + Math.floor(draw() * 8)));
        await Promise.all(batches.map(deliver));
      }
      expect(await inboxes(verbs)).toEqual(expected);
      expect(await deliveries(verbs)).toEqual(sent);
      expect(await emails(verbs)).toEqual(mailed);
    },
  );

  /** The first calls at which the consumer dies; every fifth from there, or every one where every case is drawn. */
  const firstDeaths = { before: 1, after: isEveryCase ? 1 : 3 };
  const step = isEveryCase ? 1 : 5;

  it.each(['before', 'after'] as const)(
    'each event is once in each inbox whichever call the consumer dies %s, once it is delivered again',
    async (when) => {
      let call = firstDeaths[when];
      for (let isDead = true; isDead; call += step) {
        await emptyInboxes(verbs);
        verbs.faults.plan(crashAt(call, when));
        const answer = await deliver(records);
        isDead = answer.batchItemFailures.length > 0;
        await verbs.faults.idle();
        verbs.faults.clear();
        expect(await deliver(records)).toEqual({ batchItemFailures: [] });
        expect(await inboxes(verbs), `call ${call}`).toEqual(expected);
        expect(await deliveries(verbs), `call ${call}`).toEqual(sent);
        expect(await emails(verbs), `call ${call}`).toEqual(mailed);
      }
      expect(call).toBeGreaterThan(30);
    },
  );

  it('a delivery that meets a table that answers nothing fails whole, and is to be delivered again', async () => {
    await emptyInboxes(verbs);
    verbs.faults.plan(() => ({ before: new Crash() }));
    const { batchItemFailures } = await deliver(records);
    verbs.faults.clear();
    expect(batchItemFailures.length).toBeGreaterThan(0);
    expect(await inboxes(verbs)).toEqual({});
  });

  it('no one is told of what an import brought in, nor of what happens in a project that is deleted', async () => {
    const project = await getProject(verbs.db, alice.projectId);
    if (!project) throw new Error('There is no project');
    const by = { importId: 'i', digest: '', headDigest: '', lines: 1, startedAt: at, by: 'admin' };
    const later = '2025-03-02T00:00:00.000Z';
    for (const state of [{ imported: { ...by, at: later } }, { deletedAt: later }]) {
      await emptyInboxes(verbs);
      await batchWriteItems(verbs.db, [{ put: projectEntity.encode({ ...project, ...state }, 2) }]);
      expect(await deliver(records)).toEqual({ batchItemFailures: [] });
      expect(await inboxes(verbs)).toEqual({});
    }
    await batchWriteItems(verbs.db, [{ put: projectEntity.encode(project, 3) }]);
  });

  it('what was read stays read when its event comes again', async () => {
    await emptyInboxes(verbs);
    await deliver(records);
    const bob = await actorOf(alice, 'bob');
    expect(await readAll(bob)).toBe(expected.bob.length);
    await deliver(records);
    expect(await countUnread(bob)).toBe(0);
  });
});
