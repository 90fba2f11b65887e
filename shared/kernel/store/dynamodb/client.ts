import { DynamoDBClient, type DynamoDBClientConfig } from '@aws-sdk/client-dynamodb';

/**
 * Optional middlewares of the SDK that cost CPU and serve nothing here. The first prepares a copy of each input and output
 * for a logger, and there is none. The second tells AWS the versions of the SDK.
 */
const unused = ['loggerMiddleware', 'getUserAgentMiddleware'];

/** The SDK's client of DynamoDB, without what no one uses of it (docs/decisions/0067-requests-by-the-sdk.md). */
export function createDynamoDbClient(config: DynamoDBClientConfig = {}): DynamoDBClient {
  const client = new DynamoDBClient(config);
  for (const name of unused) client.middlewareStack.remove(name);
  return client;
}
