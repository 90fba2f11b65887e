import { DynamoDBClient } from '@aws-sdk/client-dynamodb';

/** A client for an engine on this machine: any region and credentials do, but the SDK insists on some. */
export function localClient(endpoint: string): DynamoDBClient {
  return new DynamoDBClient({
    endpoint,
    region: 'us-east-1',
    credentials: { accessKeyId: 'local', secretAccessKey: 'local' },
  });
}
