import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import {
  GetItemCommand,
  QueryCommand,
  ScanCommand,
  type TransactionCanceledException,
  TransactWriteItemsCommand,
} from '@aws-sdk/client-dynamodb';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { localClient } from '#local/engine/client.ts';
import { createDynamoDbClient } from '#shared/kernel/store/dynamodb/client.ts';

/* A server that answers what the test says shows what goes over the wire. */

let answer: { status: number; body: string };
let asked: { target: string | undefined; body: string; headers: IncomingHttpHeaders };
const server = createServer((request, response) => {
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.on('end', () => {
    const { headers } = request;
    asked = { target: String(headers['x-amz-target']), body: Buffer.concat(chunks).toString('utf8'), headers };
    response.writeHead(answer.status, { 'content-type': 'application/x-amz-json-1.0' }).end(answer.body);
  });
});
let client: ReturnType<typeof localClient>;
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  client = localClient({ endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}` });
});
afterAll(() => {
  client.destroy();
  server.close();
});

test('the client sends a request as it is given, and answers what was answered', async () => {
  answer = { status: 200, body: '{"Item":{"µ":{"S":"±1"},"b":{"B":"+/8="},"n":{"N":"1e400"}}}' };
  const input = { TableName: 'table', Key: { pk: { S: 'a"\u2028' } } };
  const { Item } = await client.send(new GetItemCommand(input));
  expect(Item).toEqual({ µ: { S: '±1' }, b: { B: Uint8Array.of(0xfb, 0xff) }, n: { N: '1e400' } });
  expect(asked.target).toBe('DynamoDB_20120810.GetItem');
  expect(JSON.parse(asked.body)).toEqual(input);
});

test('requests to AWS are signed for their caller, and those on this machine name theirs alone', async () => {
  answer = { status: 200, body: '{}' };
  const command = () => new GetItemCommand({ TableName: 'table', Key: { pk: { S: 'a' } } });
  await client.send(command());
  expect(asked.headers.authorization).toMatch(/Credential=local\/\d{8}\/us-east-1\/dynamodb\/aws4_request/);
  expect(asked.headers).not.toHaveProperty('x-amz-user-agent');
  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const credentials = { accessKeyId: 'key', secretAccessKey: 'secret' };
  const signing = createDynamoDbClient({ endpoint, region: 'eu-central-1', credentials });
  await signing.send(command());
  signing.destroy();
  expect(asked.headers.authorization).toMatch(/Credential=key\/\d{8}\/eu-central-1\/.*Signature=[0-9a-f]{64}$/);
  expect(asked.headers).not.toHaveProperty('x-amz-user-agent');
});

test('the client gives errors of DynamoDB as those of the SDK, with what they hold', async () => {
  const reasons = [{ Code: 'None' }, { Code: 'ConditionalCheckFailed', Item: { pk: { S: 'a' } } }];
  const type = 'com.amazonaws.dynamodb.v20120810#TransactionCanceledException';
  answer = { status: 400, body: JSON.stringify({ __type: type, Message: 'cancelled', CancellationReasons: reasons }) };
  const sent = client.send(new TransactWriteItemsCommand({ TransactItems: [] }));
  const error = (await sent.catch((thrown: unknown) => thrown)) as TransactionCanceledException;
  expect(error.name).toBe('TransactionCanceledException');
  expect(error.message).toBe('cancelled');
  expect(error.CancellationReasons).toEqual(reasons);
});

test('on this machine every page has a bound, its own or one that a megabyte hardly holds', async () => {
  answer = { status: 200, body: '{}' };
  const asks = async (command: QueryCommand | ScanCommand): Promise<number> => {
    await client.send(command);
    return JSON.parse(asked.body).Limit;
  };
  const range = {
    TableName: 'table',
    KeyConditionExpression: 'pk = :pk',
    ExpressionAttributeValues: { ':pk': { S: 'a' } },
  };
  const limits = [];
  for (const command of [new QueryCommand(range), new ScanCommand({ TableName: 'table' })])
    limits.push(await asks(command));
  limits.push(await asks(new QueryCommand({ ...range, Limit: 3 })));
  expect(limits).toEqual([5000, 5000, 3]);
});

test('a final client puts its middlewares in order once, another one for every request', async () => {
  answer = { status: 200, body: '{}' };
  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const seen = await Promise.all(
    [true, false].map(async (isFinal) => {
      const one = localClient({ endpoint }, { isFinal });
      const command = () => new GetItemCommand({ TableName: 'table', Key: { pk: { S: 'a' } } });
      await one.send(command());
      let calls = 0;
      one.middlewareStack.add(
        (next) => (args) => {
          calls += 1;
          return next(args);
        },
        { step: 'initialize', name: 'late' },
      );
      await one.send(command());
      one.destroy();
      return calls;
    }),
  );
  expect(seen).toEqual([0, 1]);
});

test('no request is prepared for a log, or names the versions of the SDK', () => {
  const names = client.middlewareStack.identify().join();
  expect(names).toContain('retryMiddleware');
  expect(names).not.toMatch(/loggerMiddleware|getUserAgentMiddleware/);
});
