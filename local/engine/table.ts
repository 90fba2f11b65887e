import {
  CreateTableCommand,
  type CreateTableCommandInput,
  DeleteItemCommand,
  type DynamoDBClient,
  paginateScan,
  ResourceInUseException,
  waitUntilTableExists,
} from '@aws-sdk/client-dynamodb';
import { indexStreamRecords } from '#local/streams/stream-records.ts';
import { type IndexDefinition, slimAttributes, tableDefinition } from '#shared/kernel/store/dynamodb/table.ts';

const createWaitSeconds = 600;

/** Builds the CreateTable request from the table's definition. */
export function createTableInput(tableName: string): CreateTableCommandInput {
  const { partitionKey, sortKey, indexes, stream } = tableDefinition;
  const keys = [partitionKey, sortKey, ...indexes.flatMap((index) => [index.partitionKey, index.sortKey])];
  return {
    TableName: tableName,
    BillingMode: 'PAY_PER_REQUEST',
    KeySchema: keySchema(partitionKey, sortKey),
    AttributeDefinitions: keys.map((name) => ({ AttributeName: name, AttributeType: 'S' })),
    GlobalSecondaryIndexes: indexes.map((index) => ({
      IndexName: index.name,
      KeySchema: keySchema(index.partitionKey, index.sortKey),
      Projection: projection(index),
    })),
    StreamSpecification: { StreamEnabled: true, StreamViewType: stream },
  };
}

/**
 * Creates the table if necessary, and waits until it is active. `databaseFile` is the embedded engine's; its stream
 * records then get an index.
 */
export async function ensureTable(
  client: DynamoDBClient,
  tableName: string,
  databaseFile: string | undefined,
): Promise<void> {
  try {
    await client.send(new CreateTableCommand(createTableInput(tableName)));
  } catch (error) {
    if (!(error instanceof ResourceInUseException)) throw error;
  }
  await waitUntilTableExists({ client, maxWaitTime: createWaitSeconds, minDelay: 1 }, { TableName: tableName });
  if (databaseFile) indexStreamRecords(databaseFile);
}

/**
 * Deletes the items whose TTL is at or before `nowSeconds` (epoch). DynamoDB does so by itself; the embedded engine
 * does not. Returns the number of deleted items. An item whose TTL changes meanwhile is kept.
 */
export async function sweepExpired(client: DynamoDBClient, tableName: string, nowSeconds: number): Promise<number> {
  const { partitionKey, sortKey, ttlAttribute } = tableDefinition;
  const expired = {
    ExpressionAttributeNames: { '#ttl': ttlAttribute },
    ExpressionAttributeValues: { ':now': { N: String(nowSeconds) } },
  };
  const pages = paginateScan(
    { client },
    {
      TableName: tableName,
      FilterExpression: '#ttl <= :now',
      ProjectionExpression: '#pk, #sk',
      ...expired,
      ExpressionAttributeNames: { ...expired.ExpressionAttributeNames, '#pk': partitionKey, '#sk': sortKey },
    },
  );
  let deleted = 0;
  for await (const page of pages) {
    for (const key of page.Items ?? []) {
      const request = { TableName: tableName, Key: key, ConditionExpression: '#ttl <= :now', ...expired };
      deleted += await client.send(new DeleteItemCommand(request)).then(() => 1, ignoreMovedTtl);
    }
  }
  return deleted;
}

function ignoreMovedTtl(error: unknown): number {
  if (error instanceof Error && error.name === 'ConditionalCheckFailedException') return 0;
  throw error;
}

function keySchema(partitionKey: string, sortKey: string) {
  return [
    { AttributeName: partitionKey, KeyType: 'HASH' as const },
    { AttributeName: sortKey, KeyType: 'RANGE' as const },
  ];
}

function projection(index: IndexDefinition) {
  return index.projection === 'all'
    ? { ProjectionType: 'ALL' as const }
    : { ProjectionType: 'INCLUDE' as const, NonKeyAttributes: [...slimAttributes] };
}
