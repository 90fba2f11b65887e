import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import {
  DescribeStreamCommand,
  type DynamoDBStreamsClient,
  GetRecordsCommand,
  GetShardIteratorCommand,
  TrimmedDataAccessException,
} from '@aws-sdk/client-dynamodb-streams';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { localStreamsClient } from '#local/engine/client.ts';
import { streamArnOf } from '#local/streams/stream-reader.ts';
import { AwsRefusal, awsSender } from '#scripts/operations/lib/aws-requests.ts';
import { awsReplay, deadLetterQueues, receive, remove } from '#scripts/operations/lib/replay-aws.ts';
import { batchWriteItems, openDatabase } from '#shared/kernel/store/dynamodb/database.ts';
import { startTestEngine, type TestEngine } from '#test/support/engine/engine.ts';

const region = 'eu-central-1';
const queue = 'http://sqs/111122223333/fiducial-prod-service-SweepDeadLettersAB-1';

/** Stands for SQS and Lambda: answers by what was asked, and keeps it. */
let server: Server;
let endpoint: string;
let asked: { target: string; path: string; headers: IncomingMessage['headers']; body: unknown }[] = [];
let answer: (target: string) => { status?: number; body: unknown };

let engine: TestEngine;
let streams: DynamoDBStreamsClient;
beforeAll(async () => {
  server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const target = String(request.headers['x-amz-target'] ?? '');
    asked.push({
      target,
      path: request.url ?? '',
      headers: request.headers,
      body: JSON.parse(Buffer.concat(chunks).toString() || '{}'),
    });
    const { status = 200, body } = answer(target);
    response.writeHead(status).end(JSON.stringify(body));
  }).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  engine = await startTestEngine();
  await engine.createTable();
  streams = localStreamsClient(engine.access);
});
beforeEach(() => {
  vi.stubEnv('AWS_ACCESS_KEY_ID', 'KEY');
  vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'secret');
  asked = [];
  answer = () => ({ body: {} });
});
afterAll(async () => {
  streams.destroy();
  server.close();
  await engine.stop();
});

test('a replay finds the dead-letter queues of one environment, and asks signed', async () => {
  answer = () => ({ body: { QueueUrls: [queue, 'http://sqs/111122223333/fiducial-prod-service-Other'] } });
  expect(await deadLetterQueues(awsSender(endpoint), region, 'prod')).toEqual([queue]);
  expect(asked).toMatchObject([
    { target: 'AmazonSQS.ListQueues', body: { QueueNamePrefix: 'fiducial-prod-service-' } },
  ]);
  expect(asked[0]?.headers.authorization).toMatch(
    /^AWS4-HMAC-SHA256 Credential=KEY\/\d+\/eu-central-1\/sqs\/aws4_request/,
  );
});

test('a replay takes messages with their attributes, and removes one by its handle', async () => {
  answer = (target) => ({
    body: target.endsWith('ReceiveMessage') ? { Messages: [{ Body: '{}', ReceiptHandle: 'h' }] } : {},
  });
  const send = awsSender(endpoint);
  expect(await receive(send, region, queue)).toEqual([{ Body: '{}', ReceiptHandle: 'h' }]);
  await remove(send, region, queue, 'h');
  expect(asked).toMatchObject([
    { body: { QueueUrl: queue, MessageAttributeNames: ['All'], MaxNumberOfMessages: 10 } },
    { target: 'AmazonSQS.DeleteMessage', body: { QueueUrl: queue, ReceiptHandle: 'h' } },
  ]);
});

test('a replay hands events over without waiting, delivers records and waits, and fails with the function', async () => {
  const port = awsReplay(awsSender(endpoint), region, streams);
  await port.hand('sweep', '{"a":1}');
  expect(asked[0]).toMatchObject({ path: '/2015-03-31/functions/sweep/invocations', body: { a: 1 } });
  expect(asked[0]?.headers['x-amz-invocation-type']).toBe('Event');
  answer = () => ({ body: { batchItemFailures: [{ itemIdentifier: '7' }] } });
  expect(await port.deliver('project', [{ eventID: '1' }])).toEqual({ batchItemFailures: [{ itemIdentifier: '7' }] });
  expect(asked[1]).toMatchObject({ body: { Records: [{ eventID: '1' }] } });
  answer = () => ({ body: { errorMessage: 'out of time' } });
  await expect(port.deliver('project', [])).rejects.toThrow('project failed: out of time');
  answer = () => ({ status: 403, body: { message: 'not yours' } });
  await expect(port.hand('sweep', '{}')).rejects.toThrow(AwsRefusal);
});

test("a replay reads the records between two places of a shard, of those that meet the consumer's filter", async () => {
  const db = openDatabase(engine.client, engine.tableName);
  for (let n = 0; n < 6; n += 1)
    await batchWriteItems(db, [{ put: { pk: 'P#1', sk: `r${n}`, entity: n % 2 === 0 ? 'wanted' : 'other' } }]);
  const streamArn = await streamArnOf(engine.client, engine.tableName);
  const { StreamDescription } = await streams.send(new DescribeStreamCommand({ StreamArn: streamArn }));
  const shardId = StreamDescription?.Shards?.[0]?.ShardId ?? '';
  const begin = await streams.send(
    new GetShardIteratorCommand({ StreamArn: streamArn, ShardId: shardId, ShardIteratorType: 'TRIM_HORIZON' }),
  );
  const { Records = [] } = await streams.send(new GetRecordsCommand({ ShardIterator: begin.ShardIterator }));
  const places = Records.map(({ dynamodb }) => dynamodb?.SequenceNumber ?? '');
  expect(places).toHaveLength(6);
  const consumer = { filters: [{ dynamodb: { NewImage: { entity: { S: ['wanted'] } } } }] } as never;
  const port = awsReplay(awsSender(endpoint), region, streams);
  const lost = {
    kind: 'records' as const,
    functionName: 'x',
    streamArn,
    shardId,
    first: places[1] ?? '',
    last: places[4] ?? '',
  };
  const read = await port.read(lost, consumer);
  expect(read?.map(({ dynamodb }) => dynamodb?.NewImage?.sk?.S)).toEqual(['r2', 'r4']);
  const error = new TrimmedDataAccessException({ message: 'gone', $metadata: {} });
  const trimmed = { send: async () => Promise.reject(error) } as never;
  expect(await awsReplay(awsSender(endpoint), region, trimmed).read(lost, consumer)).toBeUndefined();
});
