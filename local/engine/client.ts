import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBStreamsClient } from '@aws-sdk/client-dynamodb-streams';
import { createDynamoDbClient } from '#shared/store/dynamodb/client.ts';

/** Any region and credentials do, but the SDK insists on some. */
const identity = () => ({
  region: 'us-east-1',
  credentials: { accessKeyId: 'local', secretAccessKey: 'local' },
});

/** A client for an engine on this machine. */
export function localClient(endpoint: string): DynamoDBClient {
  return createDynamoDbClient({ endpoint, ...identity() });
}

/** A client for the streams of an engine on this machine. */
export function localStreamsClient(endpoint: string): DynamoDBStreamsClient {
  return new DynamoDBStreamsClient({ endpoint, ...identity() });
}
