import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type DynamoDBClientConfig, GetItemCommand } from '@aws-sdk/client-dynamodb';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createDynamoDbClient } from '#shared/kernel/store/dynamodb/client.ts';

/* A server that answers each attempt as the test says shows which requests are retried, and how the others end. */

type Answer = (request: IncomingMessage, response: ServerResponse) => void;

let answers: Answer[] = [];
let asked: IncomingMessage[] = [];
const server = createServer((request, response) => {
  asked.push(request);
  request.resume().on('end', () => (answers.shift() ?? answer(200, '{}'))(request, response));
});
beforeAll(() => new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve)));
afterAll(() => {
  server.close();
});
beforeEach(() => {
  answers = [];
  asked = [];
});

const answer =
  (status: number, body: string, headers: Record<string, string> = {}): Answer =>
  (_, response) =>
    response.writeHead(status, headers).end(body);
const refused = (status: number, name: string, headers?: Record<string, string>) =>
  answer(status, JSON.stringify({ __type: `com.amazonaws.dynamodb.v20120810#${name}`, message: `${name}!` }), headers);
const hungUp: Answer = (request) => request.socket.destroy();
const cutShort: Answer = (request, response) => {
  response.writeHead(200, { 'content-length': '100' }).write('{"Item":');
  request.socket.end();
};

const command = () => new GetItemCommand({ TableName: 'table', Key: { pk: { S: 'a' } } });

const clientOf = (config: DynamoDBClientConfig) =>
  createDynamoDbClient({
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    region: 'eu-central-1',
    credentials: { accessKeyId: 'key', secretAccessKey: 'secret' },
    maxAttempts: 3,
    ...config,
  });

/** Sends one request. @returns the item, or the error's name. */
async function outcomeOf(config: DynamoDBClientConfig = {}): Promise<unknown> {
  const client = clientOf(config);
  try {
    return (await client.send(command())).Item;
  } catch (error) {
    return (error as Error).name;
  } finally {
    client.destroy();
  }
}
const found = answer(200, '{"Item":{"pk":{"S":"a"}}}');
const item = { pk: { S: 'a' } };

test.each<[string, Answer]>([
  ['a server that failed', refused(500, 'InternalServerError')],
  ['a gateway that answers no JSON', answer(503, '<html>Service Unavailable</html>')],
  ['a throttled request', refused(400, 'ProvisionedThroughputExceededException')],
  ['a transaction under way', refused(400, 'TransactionInProgressException')],
  ['a connection that was reset', hungUp],
  ['an answer that was cut short', cutShort],
])('a request is tried again after %s', async (_what, first) => {
  answers = [first, found];
  expect(await outcomeOf()).toEqual(item);
  expect(asked).toHaveLength(2);
});

test.each<[string, Answer, string]>([
  ['a condition that failed', refused(400, 'ConditionalCheckFailedException'), 'ConditionalCheckFailedException'],
  ['a table that is missing', refused(400, 'ResourceNotFoundException'), 'ResourceNotFoundException'],
  ['a right that is missing', refused(400, 'AccessDeniedException'), 'AccessDeniedException'],
  ['an error that no one knows', refused(400, 'NeverHeardOfException'), 'NeverHeardOfException'],
  ['a success that is not JSON', answer(200, 'no JSON'), 'SyntaxError'],
])('a request is not tried again after %s', async (_what, first, name) => {
  answers = [first, found];
  expect(await outcomeOf()).toBe(name);
  expect(asked).toHaveLength(1);
});

test('a request is given up after as many attempts as the SDK makes', async () => {
  answers = [hungUp, hungUp, hungUp, found];
  expect(await outcomeOf()).toBe('TimeoutError');
  expect(asked).toHaveLength(3);
});

test('a request that was signed by a clock that is wrong is signed by that of the server, once', async () => {
  const date = new Date(Date.now() + 3_600_000).toUTCString();
  answers = [refused(400, 'InvalidSignatureException', { date }), found];
  expect(await outcomeOf()).toEqual(item);
  const [first = '', second = ''] = asked.map(({ headers }) => String(headers['x-amz-date']));
  const instant = (text: string) => Date.parse(text.replace(/^(....)(..)(..)T(..)(..)/, '$1-$2-$3T$4:$5:'));
  expect(instant(second) - instant(first)).toBeGreaterThan(3_500_000);
});

test('a signature that is wrong by a clock that is right is not tried again', async () => {
  answers = [refused(400, 'InvalidSignatureException', { date: new Date().toUTCString() }), found];
  expect(await outcomeOf()).toBe('InvalidSignatureException');
});

test('credentials are asked for again before they end, and the session that they are of is named', async () => {
  let given = 0;
  const credentials = async () => {
    given += 1;
    // The SDK takes those that end within five minutes as ended.
    const expiration = new Date(Date.now() + (given === 1 ? 1_000 : 3_600_000));
    return { accessKeyId: `key${given}`, secretAccessKey: 'secret', sessionToken: `session${given}`, expiration };
  };
  answers = [refused(500, 'InternalServerError'), found];
  expect(await outcomeOf({ credentials })).toEqual(item);
  const { headers } = asked.at(-1) as IncomingMessage;
  expect(headers.authorization).toMatch(/Credential=key[2-9]\//);
  expect(headers.authorization).toMatch(/SignedHeaders=[a-z0-9;-]*x-amz-security-token/);
  expect(String(headers['x-amz-security-token'])).toMatch(/^session[2-9]$/);
});

test('a connection that says nothing ends as a time-out, and one that answered is used again', async () => {
  const silent: Answer = () => undefined;
  answers = [found, silent, found];
  const one = clientOf({ maxAttempts: 2, requestHandler: { socketTimeout: 200 } });
  for (const _ of [1, 2]) expect((await one.send(command())).Item).toEqual(item);
  const [first, second, third] = asked.map(({ socket }) => socket);
  expect(second).toBe(first);
  expect(third).not.toBe(second);
  answers = [silent, silent];
  await expect(one.send(command())).rejects.toMatchObject({ name: 'TimeoutError' });
  one.destroy();
});
