import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { BatchWriteItemCommand, PutItemCommand, UpdateItemCommand } from '@aws-sdk/client-dynamodb';
import type { DynamoDBRecord } from 'aws-lambda';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { StreamHandler } from '#local/streams/delivery.ts';
import { type Streams, startStreams } from '#local/streams/streams.ts';
import type { StreamConsumer } from '#shared/kernel/store/system/stream-consumers.ts';
import { startTestEngine, type TestEngine } from '#test/support/engine/engine.ts';
import { eventually } from '#test/support/stack/processes.ts';

let engine: TestEngine;
let directory: string;
let running: Streams[];
let errors: string[];
/** Whether the records are read out of the embedded engine's file, as on one machine, or over the API of streams. */
let readsFile = true;
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'fiducial-streams-'));
  engine = await startTestEngine();
  await engine.createTable();
  running = [];
  errors = [];
});
afterEach(async () => {
  await Promise.all(running.map((streams) => streams.stop()));
  await engine.stop();
  await rm(directory, { recursive: true });
});

const consumer = (name: string, more: Partial<StreamConsumer> = {}): StreamConsumer => ({
  name,
  description: 'A consumer of this test',
  filters: [{ eventName: ['INSERT'], dynamodb: { NewImage: { entity: { S: ['wanted'] } } } }],
  batchSize: 10,
  batchingWindowSeconds: 0,
  parallelizationFactor: 1,
  retryAttempts: 1,
  maximumRecordAgeSeconds: 3600,
  timeoutSeconds: 10,
  ...more,
});

interface Kept {
  consumers: StreamConsumer[];
  /** The ids that each consumer has taken, in order. */
  taken: Record<string, string[]>;
  stateFile?: string;
  handler?: (name: string) => StreamHandler | undefined;
  stepBack?: () => Promise<void>;
}

async function start({ consumers, taken, stateFile, handler, stepBack }: Kept): Promise<Streams> {
  const take =
    (name: string): StreamHandler =>
    async ({ Records }) => {
      taken[name] = [...(taken[name] ?? []), ...Records.map(idOf)];
      return { batchItemFailures: [] };
    };
  const streams = await startStreams({
    engine: { access: engine.access, databaseFile: readsFile ? engine.databaseFile : undefined },
    client: engine.client,
    tableName: engine.tableName,
    consumers,
    handlerOf: ({ name }) => handler?.(name) ?? take(name),
    stateFile,
    stepBack,
    onError: (error) => errors.push(error.message),
  });
  running.push(streams);
  return streams;
}

async function stop(streams: Streams): Promise<void> {
  running = running.filter((one) => one !== streams);
  await streams.stop();
}

const idOf = (record: DynamoDBRecord): string => record.dynamodb?.NewImage?.pk?.S ?? '';
const item = (pk: string, entity = 'wanted') => ({ pk: { S: pk }, sk: { S: 'x' }, entity: { S: entity } });
const put = (pk: string, entity?: string) =>
  engine.client.send(new PutItemCommand({ TableName: engine.tableName, Item: item(pk, entity) }));
const ids = (from: number, through: number) =>
  Array.from({ length: through - from + 1 }, (_, index) => `item-${String(from + index).padStart(4, '0')}`);

describe.each([
  { way: 'out of the file', file: true },
  { way: 'over its API', file: false },
])('the delivery of the stream, read $way', ({ way, file }) => {
  beforeEach((context) => {
    if (file && !engine.databaseFile) context.skip('only the embedded engine has a file');
    readsFile = file;
  });

  test(`the stream gives each consumer the records that meet its filter, in the order of the writes, read ${way}`, async () => {
    const taken: Record<string, string[]> = {};
    const others = consumer('others', { filters: [{ dynamodb: { NewImage: { entity: { S: ['unwanted'] } } } }] });
    const streams = await start({ consumers: [consumer('wanted'), others], taken });
    for (const id of ids(1, 25)) await put(id);
    await put('other', 'unwanted');
    await put(ids(1, 1)[0] ?? '', 'wanted');
    await streams.settle();
    expect(taken).toEqual({ wanted: ids(1, 25), others: ['other'] });
  });

  test(`the stream is not looked at before others have no need of the processor, read ${way}`, async () => {
    const taken: Record<string, string[]> = {};
    const { promise: free, resolve: isFree } = Promise.withResolvers<void>();
    const { promise: waits, resolve: isWaiting } = Promise.withResolvers<void>();
    const stepBack = () => {
      isWaiting();
      return free;
    };
    const streams = await start({ consumers: [consumer('wanted')], taken, stepBack });
    await waits;
    for (const id of ids(1, 3)) await put(id);
    const settled = streams.settle();
    expect(taken).toEqual({});
    isFree();
    await settled;
    expect(taken).toEqual({ wanted: ids(1, 3) });
  });

  test(`the stream is not looked at while it is held, and stops though it is held, read ${way}`, async () => {
    const taken: Record<string, string[]> = {};
    const streams = await start({ consumers: [consumer('held')], taken });
    const other = await start({ consumers: [consumer('other')], taken });
    await streams.settle();
    await streams.hold();
    for (const id of ids(1, 3)) await put(id);
    // It has looked more than once by now, as the held one would have.
    for (let looks = 0; looks < 3; looks += 1) await other.settle();
    expect(taken).toEqual({ other: ids(1, 3) });
    await streams.release();
    await streams.settle();
    expect(taken.held).toEqual(ids(1, 3));
    await streams.hold();
    await stop(streams);
  });

  test(`the stream hands on images with every type of value, bytes in base64, and times in epoch seconds, read ${way}`, async () => {
    let seen: DynamoDBRecord | undefined;
    const handler =
      (): StreamHandler =>
      async ({ Records }) => {
        seen = Records[0];
        return { batchItemFailures: [] };
      };
    const streams = await start({
      consumers: [consumer('one', { filters: [{ eventName: ['MODIFY'] }] })],
      taken: {},
      handler,
    });
    const values = {
      number: { N: '1.5' },
      // As the client takes it.
      bytes: { B: '+/8=' as unknown as Uint8Array },
      map: { M: { list: { L: [{ NULL: true }, { BOOL: false }, { S: '量子' }] } } },
      texts: { SS: ['a', 'b'] },
    };
    const before = Math.floor(Date.now() / 1000);
    await put('typed');
    await engine.client.send(
      new PutItemCommand({ TableName: engine.tableName, Item: { ...item('typed'), ...values } }),
    );
    await streams.settle();
    const { dynamodb } = seen ?? {};
    expect(dynamodb?.Keys).toEqual({ pk: { S: 'typed' }, sk: { S: 'x' } });
    expect(dynamodb?.OldImage).toEqual(item('typed'));
    expect(dynamodb?.NewImage).toEqual({ ...item('typed'), ...values });
    expect(dynamodb?.ApproximateCreationDateTime).toBeGreaterThanOrEqual(before - 60);
    expect(dynamodb?.ApproximateCreationDateTime).toBeLessThan(Date.now() / 1000 + 60);
    expect(dynamodb?.SequenceNumber).toMatch(/^\d+$/);
    expect(dynamodb?.StreamViewType).toBe('NEW_AND_OLD_IMAGES');
  });

  test(`the stream settles only when what a consumer wrote because of a record is delivered too, read ${way}`, async () => {
    const taken: Record<string, string[]> = {};
    const handler = (name: string): StreamHandler | undefined =>
      name !== 'writer'
        ? undefined
        : async ({ Records }) => {
            for (const record of Records) await put(`${idOf(record)}-derived`, 'derived');
            return { batchItemFailures: [] };
          };
    const derived = consumer('derived', { filters: [{ dynamodb: { NewImage: { entity: { S: ['derived'] } } } }] });
    const streams = await start({ consumers: [derived, consumer('writer')], taken, handler });
    await put('a');
    await streams.settle();
    expect(taken).toEqual({ derived: ['a-derived'] });
  });

  test(`the stream goes on after a restart where it was, with nothing lost and nothing repeated, read ${way}`, async () => {
    const taken: Record<string, string[]> = {};
    const kept = { consumers: [consumer('one')], taken, stateFile: join(directory, 'restart.db') };
    const first = await start(kept);
    for (const id of ids(1, 5)) await put(id);
    await first.settle();
    await stop(first);
    for (const id of ids(6, 9)) await put(id);
    const second = await start(kept);
    await second.settle();
    expect(taken.one).toEqual(ids(1, 9));
  });

  test(`a batch of the stream that was under way when it was stopped is delivered again, read ${way}`, async () => {
    const taken: Record<string, string[]> = {};
    const kept = {
      consumers: [consumer('one', { retryAttempts: 1000 })],
      taken,
      stateFile: join(directory, 'under-way.db'),
    };
    let calls = 0;
    const handler = (): StreamHandler => async () => {
      calls += 1;
      throw new Error('not now');
    };
    const first = await start({ ...kept, handler });
    await put('kept');
    await eventually(() => calls > 1);
    await stop(first);
    const second = await start(kept);
    await second.settle();
    expect(taken.one).toEqual(['kept']);
    expect(await second.deadLetters()).toEqual([]);
    expect(errors).toEqual([]);
  });

  test(`a poison record ends as a dead letter that holds it, and blocks neither its batch nor the other consumer, read ${way}`, async () => {
    const taken: Record<string, string[]> = {};
    const handler =
      (name: string): StreamHandler =>
      async ({ Records }) => {
        const poisoned = name === 'first' && Records.some((record) => idOf(record) === 'item-0013');
        if (poisoned) throw new Error('it cannot be read');
        taken[name] = [...(taken[name] ?? []), ...Records.map(idOf)];
        return { batchItemFailures: [] };
      };
    const stateFile = join(directory, 'poison.db');
    const streams = await start({ consumers: [consumer('first'), consumer('second')], taken, stateFile, handler });
    for (const id of ids(1, 30)) await put(id);
    await streams.settle();
    expect(taken.first).toEqual(ids(1, 30).filter((id) => id !== 'item-0013'));
    expect(taken.second).toEqual(ids(1, 30));
    expect(await streams.deadLetters()).toMatchObject([{ consumer: 'first', reason: 'it cannot be read' }]);
    expect((await streams.deadLetters()).map(({ record }) => idOf(record))).toEqual(['item-0013']);
    expect(errors).toEqual([expect.stringMatching(/^Consumer 'first' gave up on record \d+: it cannot be read$/)]);
    await stop(streams);
    expect(await (await start({ consumers: [], taken, stateFile })).deadLetters()).toHaveLength(1);
  });

  test(`more records than one page of the stream holds are all delivered, read ${way}`, async () => {
    const taken: Record<string, string[]> = {};
    for (let start = 1; start <= 1200; start += 25) {
      const requests = ids(start, start + 24).map((id) => ({ PutRequest: { Item: item(id) } }));
      await engine.client.send(new BatchWriteItemCommand({ RequestItems: { [engine.tableName]: requests } }));
    }
    const streams = await start({ consumers: [consumer('one', { batchSize: 100 })], taken });
    await streams.settle();
    expect(taken.one?.toSorted()).toEqual(ids(1, 1200));
  });

  test(`an update that leaves the item as it was is delivered or not, but changes nothing for a filter on inserts, read ${way}`, async () => {
    const taken: Record<string, string[]> = {};
    const streams = await start({ consumers: [consumer('one')], taken });
    await put('same');
    const unchanged = { Key: { pk: { S: 'same' }, sk: { S: 'x' } }, UpdateExpression: 'SET entity = entity' };
    await engine.client.send(new UpdateItemCommand({ TableName: engine.tableName, ...unchanged }));
    await streams.settle();
    expect(taken.one).toEqual(['same']);
  });
});

test('records of the stream are trimmed only when every consumer has been delivered them', async (context) => {
  if (!engine.databaseFile) return context.skip('only the embedded engine keeps its stream records for ever');
  readsFile = true;
  const taken: Record<string, string[]> = {};
  let open = () => {};
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  const slow: StreamHandler = async ({ Records }) => {
    await opened;
    taken.slow = [...(taken.slow ?? []), ...Records.map(idOf)];
    return { batchItemFailures: [] };
  };
  const stateFile = join(directory, 'trim.db');
  const handler = (name: string) => (name === 'slow' ? slow : undefined);
  const consumers = [consumer('slow'), consumer('fast')];
  const streams = await start({ consumers, taken, stateFile, handler });
  for (const id of ids(1, 10)) await put(id);
  await eventually(() => taken.fast?.length === 10);
  expect(await streams.trim()).toBe(0);
  open();
  await streams.settle();
  expect(taken.slow).toEqual(ids(1, 10));
  expect(await streams.trim()).toBe(9);
  await stop(streams);
  await put('after');
  const again = await start({ consumers, taken, stateFile });
  await again.settle();
  expect(taken.fast).toEqual([...ids(1, 10), 'after']);
});
