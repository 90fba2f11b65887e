import { DynamoDBClient, type DynamoDBClientConfig, GetItemCommand } from '@aws-sdk/client-dynamodb';
import { afterEach, expect, test, vi } from 'vitest';
import { createDynamoDbClient } from '#shared/kernel/store/dynamodb/client.ts';
import type { WireRequest } from '#shared/kernel/store/dynamodb/wire/connections.ts';

/* Where the SDK would send a request is where ours goes, whatever says so. */

afterEach(() => vi.unstubAllEnvs());

const credentials = { accessKeyId: 'key', secretAccessKey: 'secret' };
const command = () => new GetItemCommand({ TableName: 'table', Key: { pk: { S: 'a' } } });
const whereTo = ({ protocol, hostname, port, path, headers }: Partial<WireRequest>) => ({
  ...{ protocol, hostname, port, path, host: headers?.host },
  region: /Credential=key\/\d{8}\/([^/]*)/.exec(headers?.authorization ?? '')?.[1],
});

async function bySdk(config: DynamoDBClientConfig) {
  let request: Partial<WireRequest> = {};
  const requestHandler = {
    handle: async (asked: unknown) => {
      request = asked as WireRequest;
      throw Object.assign(new Error('seen'), { name: 'Seen' });
    },
  };
  const client = new DynamoDBClient({ ...config, requestHandler });
  await expect(client.send(command())).rejects.toThrow('seen');
  return whereTo(request);
}

async function byOurs(config: DynamoDBClientConfig) {
  let request: Partial<WireRequest> = {};
  const client = createDynamoDbClient(config);
  client.middlewareStack.add(
    () => async (args) => {
      request = args.request as WireRequest;
      throw Object.assign(new Error('seen'), { name: 'Seen' });
    },
    { step: 'finalizeRequest', priority: 'low', name: 'see' },
  );
  await expect(client.send(command())).rejects.toThrow('seen');
  return whereTo(request);
}

test.each<[string, DynamoDBClientConfig, Record<string, string>, string]>([
  ['a region', { region: 'eu-central-1' }, {}, 'dynamodb.eu-central-1.amazonaws.com'],
  ['a region of the environment', {}, { AWS_REGION: 'ap-northeast-1' }, 'dynamodb.ap-northeast-1.amazonaws.com'],
  ['a region of another partition', { region: 'cn-north-1' }, {}, 'dynamodb.cn-north-1.amazonaws.com.cn'],
  ['FIPS', { region: 'us-east-1', useFipsEndpoint: true }, {}, 'dynamodb-fips.us-east-1.amazonaws.com'],
  [
    'FIPS of the environment',
    { region: 'us-east-1' },
    { AWS_USE_FIPS_ENDPOINT: 'true' },
    'dynamodb-fips.us-east-1.amazonaws.com',
  ],
  ['dual stack', { region: 'us-east-1' }, { AWS_USE_DUALSTACK_ENDPOINT: 'true' }, 'dynamodb.us-east-1.api.aws'],
  ['an endpoint', { region: 'us-east-1', endpoint: 'http://127.0.0.1:8000/base' }, {}, '127.0.0.1'],
  ['an endpoint by its IPv6 address', { region: 'us-east-1', endpoint: 'http://[::1]:8000' }, {}, '::1'],
  ['an endpoint of all services', { region: 'eu-west-1' }, { AWS_ENDPOINT_URL: 'http://localhost:4566' }, 'localhost'],
  [
    'an endpoint of DynamoDB',
    { region: 'eu-west-1' },
    { AWS_ENDPOINT_URL_DYNAMODB: 'https://ddb.example:8443' },
    'ddb.example',
  ],
  [
    'credentials of an account',
    { region: 'us-east-1', credentials: { ...credentials, accountId: '123456789012' } },
    {},
    '123456789012.ddb.us-east-1.amazonaws.com',
  ],
  [
    'an account that is not to be named',
    { region: 'us-east-1', credentials: { ...credentials, accountId: '123456789012' } },
    { AWS_ACCOUNT_ID_ENDPOINT_MODE: 'disabled' },
    'dynamodb.us-east-1.amazonaws.com',
  ],
])('requests go where the SDK would send them by %s', async (_by, config, environment, hostname) => {
  for (const [name, value] of Object.entries(environment)) vi.stubEnv(name, value);
  const given = { credentials, maxAttempts: 1, ...config };
  const theirs = await bySdk(given);
  const ours = await byOurs(given);
  expect(ours.hostname).toBe(hostname);
  expect({ ...ours, hostname: theirs.hostname?.replace(/^\[|\]$/g, '') }).toEqual({
    ...theirs,
    hostname: theirs.hostname?.replace(/^\[|\]$/g, ''),
  });
});
