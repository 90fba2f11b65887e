import { createServer, type IncomingMessage, request, type Server, type ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { type DynamoDBClient, paginateScan } from '@aws-sdk/client-dynamodb';
import { createRuntime } from '#functions/runtime.ts';
import { closeServer, listen } from '#local/gateway/gateway.ts';
import { loadConfig } from '#shared/kernel/config.ts';
import { s3Objects } from '#shared/kernel/objects/s3.ts';
import { createDynamoDbClient } from '#shared/kernel/store/dynamodb/client.ts';
import { batchWriteItems } from '#shared/kernel/store/dynamodb/database.ts';
import { secretsManagerSource } from '#shared/people/store/secrets.ts';
import { edgeFunction } from '#test/support/aws/edge-function.ts';
import type { TestStack } from '#test/support/stack/test-stack.ts';

/** Partition of the public keys: functions that are warm believe that theirs is there. */
const keptPartition = 'AUTHKEY';

/**
 * A service that is deployed into an emulator, as a test file's stack: emptied first, and behind a server that does what
 * CloudFront does before the API. It has neither the test's clock nor its settings.
 * @param url the API's address, which may end in a path.
 * @throws Error when the AWS clients do not lead to an emulator on this machine, since the table is emptied.
 */
export async function connectDeployed(url: string): Promise<TestStack> {
  const config = loadConfig();
  const emulator = new URL(process.env.AWS_ENDPOINT_URL ?? 'https://aws.amazon.com').hostname;
  if (emulator !== '127.0.0.1' && emulator !== 'localhost')
    throw new Error('FIDUCIAL_URL is for an emulator on this machine: set AWS_ENDPOINT_URL');
  if (!config.secretId) throw new Error('SECRET_ID names no secret');
  const client = createDynamoDbClient();
  // Its bucket, for a test that checks the stored files.
  const ports = { objects: s3Objects(config.bucketName) };
  const runtime = createRuntime(config, { client, ports });
  await emptyTable(client, runtime.db);
  const front = createFront(new URL(url));
  return {
    url: await listen(front, 0),
    admin: {
      username: config.adminUsername,
      password: await secretsManagerSource(config.secretId).adminPassword(),
    },
    client,
    runtime,
    tableName: config.tableName,
    settle: () => untilUnchanged(client, config.tableName),
    observe: (_, work) => work(),
    stop: async () => {
      await closeServer(front);
      client.destroy();
    },
  };
}

/** The consumers are functions of their own there, and nothing but the table says when they are idle. */
async function untilUnchanged(client: DynamoDBClient, tableName: string): Promise<void> {
  for (let before = '', attempt = 1; attempt <= 10; attempt += 1) {
    const items: string[] = [];
    for await (const { Items = [] } of paginateScan({ client }, { TableName: tableName, ConsistentRead: true }))
      items.push(...Items.map((item) => JSON.stringify(item)));
    const now = items.sort().join();
    if (now === before) return;
    before = now;
    await sleep(2000);
  }
}

async function emptyTable(client: DynamoDBClient, db: Parameters<typeof batchWriteItems>[0]): Promise<void> {
  const keys: { pk: string; sk: string }[] = [];
  const pages = paginateScan({ client }, { TableName: db.tableName, ProjectionExpression: 'pk, sk' });
  for await (const { Items = [] } of pages)
    keys.push(...Items.map((item) => ({ pk: item.pk?.S ?? '', sk: item.sk?.S ?? '' })));
  const gone = keys.filter(({ pk }) => pk !== keptPartition);
  await batchWriteItems(
    db,
    gone.map((key) => ({ delete: key })),
  );
}

/** A server that passes everything on to the API by the same function as the distribution. */
function createFront(target: URL): Server {
  const base = target.pathname.replace(/\/$/, '');
  const stripApi = edgeFunction('strip-api');
  return createServer((incoming, outgoing) => {
    const [, path = '/', query = ''] = /^([^?]*)(.*)$/s.exec(incoming.url ?? '/') ?? [];
    const { uri } = stripApi(path) as { uri: string };
    forwardRequest(target, `${base}${uri}${query}`, incoming, outgoing);
  });
}

function forwardRequest(target: URL, path: string, incoming: IncomingMessage, outgoing: ServerResponse): void {
  const onward = request(
    {
      hostname: target.hostname,
      port: target.port,
      method: incoming.method,
      path,
      headers: { ...incoming.headers, host: target.host },
    },
    (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(outgoing);
    },
  );
  onward.on('error', (error) => outgoing.destroy(error));
  incoming.pipe(onward);
}
