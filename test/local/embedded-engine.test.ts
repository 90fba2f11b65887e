import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import {
  BatchWriteItemCommand,
  DescribeTableCommand,
  type DynamoDBClient,
  DynamoDBServiceException,
  GetItemCommand,
  PutItemCommand,
  TransactWriteItemsCommand,
  type TransactWriteItemsCommandInput,
  UpdateItemCommand,
} from '@aws-sdk/client-dynamodb';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { localClient } from '#local/engine/client.ts';
import type { Engine } from '#local/engine/engine.ts';
import { ensureTable } from '#local/engine/table.ts';
import { getItem, openDatabase, queryAll } from '#shared/kernel/store/dynamodb/database.ts';
import { startMeteredEngine } from '#test/support/engine/metered-engine.ts';
import { missingEngine } from '#test/support/engine/missing-engine.ts';
import { makeScratch } from '#test/support/engine/scratch.ts';
import { startEngine } from '#test/support/engine/start-engine.ts';

const TableName = 'fiducial-test';

type Command = PutItemCommand | UpdateItemCommand | GetItemCommand | TransactWriteItemsCommand;

/** What a caller sees of an answer or of an error. */
async function seen(client: DynamoDBClient, command: Command): Promise<object> {
  try {
    const { $metadata, ...answer } = await client.send(command as PutItemCommand);
    return { status: $metadata.httpStatusCode, ...answer };
  } catch (error) {
    const { name, message, $metadata, Item, CancellationReasons } = error as DynamoDBServiceException & {
      Item?: object;
      CancellationReasons?: { Code?: string; Message?: string; Item?: object }[];
    };
    const reasons = CancellationReasons?.map((reason) => ({ Code: reason.Code, Item: reason.Item }));
    const isOurs = error instanceof DynamoDBServiceException;
    return { isOurs, name, message: message.slice(0, 60), status: $metadata?.httpStatusCode, Item, reasons };
  }
}

describe.skipIf(missingEngine)(`the engine behind its pipe${missingEngine && ` (skipped: ${missingEngine})`}`, () => {
  let folders: string[];
  let engines: Engine[];
  let piped: DynamoDBClient;
  let served: DynamoDBClient;
  beforeAll(async () => {
    folders = [await makeScratch('fiducial-pipe-'), await makeScratch('fiducial-served-')];
    const [own = '', other = ''] = folders;
    engines = [await startEngine(join(own, 'dynamodb.db')), await startMeteredEngine(other)];
    [piped, served] = engines.map(({ access }) => localClient(access)) as [DynamoDBClient, DynamoDBClient];
    for (const [n, client] of [piped, served].entries()) await ensureTable(client, TableName, engines[n]?.databaseFile);
  });
  afterAll(async () => {
    for (const client of [piped, served]) client.destroy();
    for (const engine of engines) await engine.stop();
    for (const folder of folders) await rm(folder, { recursive: true });
  });

  const item = (sk: string, more: Record<string, { S: string } | { N: string }> = {}) => ({
    pk: { S: 'p' },
    sk: { S: sk },
    ...more,
  });
  beforeEach(async () => {
    const requests = ['there', 'other'].map((sk) => ({ PutRequest: { Item: item(sk, { n: { N: '1' } }) } }));
    for (const client of [piped, served])
      await client.send(new BatchWriteItemCommand({ RequestItems: { [TableName]: requests } }));
  });

  const ifAbsent = { ConditionExpression: 'attribute_not_exists(pk)' };
  const wanted = { ReturnValuesOnConditionCheckFailure: 'ALL_OLD' as const };
  const transact = (TransactItems: TransactWriteItemsCommandInput['TransactItems'], ClientRequestToken?: string) =>
    new TransactWriteItemsCommand({ TransactItems, ...(ClientRequestToken && { ClientRequestToken }) });
  const put = (sk: string, more: object = {}) => ({ Put: { TableName, Item: item(sk), ...more } });
  const change = { UpdateExpression: 'ADD n :one', ExpressionAttributeValues: { ':one': { N: '1' } } };

  const commands: [string, () => Command][] = [
    [
      'a put whose condition fails, with the item',
      () => new PutItemCommand({ TableName, Item: item('there'), ...ifAbsent, ...wanted }),
    ],
    [
      'a put whose condition fails, without the item',
      () => new PutItemCommand({ TableName, Item: item('there'), ...ifAbsent }),
    ],
    [
      'an update, with what it made',
      () => new UpdateItemCommand({ TableName, Key: item('there'), ...change, ReturnValues: 'ALL_NEW' }),
    ],
    [
      'a transaction of which two conditions fail, one with its item',
      () =>
        transact([
          put('new', { ...ifAbsent, ...wanted }),
          put('there', { ...ifAbsent, ...wanted }),
          { ConditionCheck: { TableName, Key: item('other'), ConditionExpression: 'attribute_not_exists(pk)' } },
        ]),
    ],
    [
      'an update in a transaction of an item that is not there',
      () =>
        transact([
          {
            Update: {
              TableName,
              Key: item('missing'),
              ...change,
              ConditionExpression: 'attribute_exists(pk)',
              ...wanted,
            },
          },
        ]),
    ],
    ['a transaction that changes an item twice', () => transact([put('new'), put('new')])],
    ['a transaction of 101 items', () => transact(Array.from({ length: 101 }, (_, n) => put(`n${n}`)))],
    [
      'an item of more than 400 KB',
      () => new PutItemCommand({ TableName, Item: item('big', { text: { S: 'x'.repeat(410_000) } }) }),
    ],
    ['an item without its sort key', () => new PutItemCommand({ TableName, Item: { pk: { S: 'p' } } })],
    [
      'an expression that is none',
      () => new PutItemCommand({ TableName, Item: item('new'), ConditionExpression: 'what' }),
    ],
    ['a table that is not there', () => new PutItemCommand({ TableName: 'missing', Item: item('new') })],
    ['an item that is not there', () => new GetItemCommand({ TableName, Key: item('missing') })],
    ['an item of another table', () => new GetItemCommand({ TableName: 'missing', Key: item('there') })],
  ];
  test.each(commands)('%s is answered through the pipe as over HTTP', async (_, command) => {
    const [answer, expected] = await Promise.all([seen(piped, command()), seen(served, command())]);
    expect(answer).toEqual(expected);
  });

  test('a transaction sent again with its token is done once, and refused with other content', async () => {
    const Update = { TableName, Key: item('counted'), ...change };
    await piped.send(transact([{ Update }], 'token'));
    await piped.send(transact([{ Update }], 'token'));
    const { Item } = await piped.send(new GetItemCommand({ TableName, Key: item('counted') }));
    expect(Item?.n).toEqual({ N: '1' });
    await expect(piped.send(transact([put('counted')], 'token'))).rejects.toMatchObject({
      name: 'IdempotentParameterMismatchException',
    });
  });

  test('the item that failed a condition is returned unchanged, even if others write at the same time', async () => {
    const clients = Array.from({ length: 4 }, () => localClient((engines[0] as Engine).access));
    const Key = item('contended');
    await piped.send(new PutItemCommand({ TableName, Item: { ...Key, n: { N: '0' } } }));
    const raise = async (client: DynamoDBClient) => {
      let expected = 0;
      for (let done = 0; done < 25; ) {
        const Update = {
          TableName,
          Key,
          UpdateExpression: 'SET n = :next',
          ConditionExpression: 'n = :expected',
          ExpressionAttributeValues: { ':next': { N: String(expected + 1) }, ':expected': { N: String(expected) } },
          ...wanted,
        };
        const refused = await client.send(transact([{ Update }])).then(
          () => undefined,
          (error: { CancellationReasons?: { Item?: { n?: { N: string } } }[] }) =>
            Number(error.CancellationReasons?.[0]?.Item?.n?.N),
        );
        if (refused === undefined) done += 1;
        // It would have been accepted if the item had been as expected.
        else expect(refused).not.toBe(expected);
        expected = refused ?? expected + 1;
      }
    };
    await Promise.all(clients.map(raise));
    const { Item } = await piped.send(new GetItemCommand({ TableName, Key }));
    expect(Item?.n).toEqual({ N: '100' });
    for (const client of clients) client.destroy();
  });

  test('what was written is read at once by every client, by its key and by an index, also while others write', async () => {
    const other = localClient((engines[0] as Engine).access);
    const db = openDatabase(other, TableName);
    for (let value = 0; value < 50; value += 1) {
      const indexed = { gsi1pk: { S: 'g' }, gsi1sk: { S: 'x' }, value: { N: String(value) } };
      await piped.send(new PutItemCommand({ TableName, Item: item('read', indexed) }));
      const write = piped.send(new PutItemCommand({ TableName, Item: item(`beside-${value}`) }));
      const [found, [row]] = await Promise.all([
        getItem(db, { pk: 'p', sk: 'read' }),
        queryAll(db, { index: 'gsi1', pk: 'g' }),
      ]);
      expect([found?.value, row?.value]).toEqual([value, value]);
      await write;
    }
    other.destroy();
  });

  test('megabytes go through the pipe, whatever signs they have', async () => {
    const text = 'é"\\\n😀\u2028'.repeat(30_000);
    const Items = Array.from({ length: 10 }, (_, n) => item(`large-${n}`, { text: { S: text } }));
    await piped.send(transact(Items.map((Item) => ({ Put: { TableName, Item } }))));
    for (const Key of Items.map(({ pk, sk }) => ({ pk, sk })))
      expect((await piped.send(new GetItemCommand({ TableName, Key }))).Item?.text).toEqual({ S: text });
  });

  test('a field that the engine would ignore is refused by its name', async () => {
    const command = new PutItemCommand({ TableName, Item: item('new'), ReturnConsumedCapacity: 'TOTAL' });
    await expect(piped.send(command)).rejects.toMatchObject({
      name: 'ValidationException',
      message: 'The embedded engine does not support ReturnConsumedCapacity for PutItem',
    });
  });

  test('what is asked of an engine that has ended fails, and so does what it was about to do', async () => {
    const folder = await makeScratch('fiducial-ended-');
    const engine = await startEngine(join(folder, 'dynamodb.db'));
    const client = localClient(engine.access);
    const describe = () => client.send(new DescribeTableCommand({ TableName: 'missing' }));
    await expect(describe()).rejects.toMatchObject({ name: 'ResourceNotFoundException' });
    await engine.stop();
    await expect(describe()).rejects.toThrow(/database engine ended/);
    client.destroy();
    await rm(folder, { recursive: true });
  });
});
