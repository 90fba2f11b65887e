import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { GetItemCommand } from '@aws-sdk/client-dynamodb';
import { StandardRetryStrategy } from '@smithy/core/retry';
import { expect, test } from 'vitest';
import { createDynamoDbClient } from '#shared/kernel/store/dynamodb/client.ts';

/** What the retries may still spend, before and after requests that are answered by these statuses in turn. */
async function capacities(statuses: readonly number[]): Promise<number[]> {
  const left = [...statuses];
  const server = createServer((_, response) => response.writeHead(left.shift() ?? 200).end('{}'));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const retryStrategy = new StandardRetryStrategy(3);
  const client = createDynamoDbClient({
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    region: 'eu-central-1',
    credentials: { accessKeyId: 'key', secretAccessKey: 'secret' },
    retryStrategy,
  });
  const seen = [retryStrategy.getCapacity()];
  try {
    while (left.length > 0) {
      await client.send(new GetItemCommand({ TableName: 'table', Key: { pk: { S: 'a' } } })).catch(() => undefined);
      seen.push(retryStrategy.getCapacity());
    }
  } finally {
    client.destroy();
    server.close();
  }
  return seen;
}

test('a request that is given up spends what retries have, and each that succeeds at once gives them some of it back', async () => {
  const [full = 0, spent = 0, ...later] = await capacities([500, 500, 500, 200, 200]);
  expect(spent).toBeLessThan(full);
  expect(later).toEqual([spent + 1, spent + 2]);
});

test('a request that succeeds when it is tried again gives back what that took', async () => {
  const [full, later] = await capacities([500, 200]);
  expect(later).toBe(full);
});
