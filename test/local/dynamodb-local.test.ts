import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { GetItemCommand, PutItemCommand } from '@aws-sdk/client-dynamodb';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { localClient } from '#local/engine/client.ts';
import { isFetched, startDynamoDbLocal } from '#local/engine/dynamodb-local.ts';
import { openEngine } from '#local/engine/engine.ts';
import { thisHost } from '#local/engine/host.ts';
import { ensureTable } from '#local/engine/table.ts';

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'fiducial-java-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

test('DynamoDB Local keeps the table of one machine in its folder, from one start to the next', async (context) => {
  if (!isFetched(thisHost)) context.skip('DynamoDB Local was never fetched here: npm run test:engines does it');
  const data = { databaseFile: join(folder, 'dynamodb.db'), dynamodbLocalFolder: join(folder, 'dynamodb-local') };
  // It has kept data here: then it is the engine, on this machine too.
  await mkdir(data.dynamodbLocalFolder);
  const Key = { pk: { S: 'a' }, sk: { S: 'b' } };
  const first = await openEngine(data, thisHost, () => undefined);
  const writer = localClient(first.access);
  await ensureTable(writer, 'kept', first.databaseFile);
  await writer.send(new PutItemCommand({ TableName: 'kept', Item: Key }));
  writer.destroy();
  await first.stop();
  const second = await openEngine(data, thisHost, () => undefined);
  const reader = localClient(second.access);
  expect((await reader.send(new GetItemCommand({ TableName: 'kept', Key }))).Item).toEqual(Key);
  reader.destroy();
  await second.stop();
});

test('DynamoDB Local refuses a request without the access key of its start, and one from another origin', async (context) => {
  if (!isFetched(thisHost)) context.skip('DynamoDB Local was never fetched here: npm run test:engines does it');
  const { access, stop } = await startDynamoDbLocal(thisHost);
  try {
    const key = (accessKeyId: string) =>
      `AWS4-HMAC-SHA256 Credential=${accessKeyId}/20260101/us-east-1/dynamodb/aws4_request, SignedHeaders=host, Signature=none`;
    const list = (headers: Record<string, string>) =>
      fetch(access.endpoint, {
        method: 'POST',
        headers: {
          'content-type': 'application/x-amz-json-1.0',
          'x-amz-target': 'DynamoDB_20120810.ListTables',
          ...headers,
        },
        body: '{}',
      });
    const statuses = [];
    for (const headers of [{}, { authorization: key('local') }, { authorization: key(access.accessKeyId) }])
      statuses.push((await list({ 'x-amz-date': '20260101T000000Z', ...headers })).status);
    expect(statuses).toEqual([403, 403, 200]);
    const preflight = await fetch(access.endpoint, {
      method: 'OPTIONS',
      headers: {
        origin: 'http://page.example',
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'authorization,x-amz-target',
      },
    });
    expect(preflight.status).toBe(403);
    expect(preflight.headers.get('access-control-allow-origin')).toBeNull();
  } finally {
    await stop();
  }
});
