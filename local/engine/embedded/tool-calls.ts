import type { Answer } from '../access.ts';
import { invalidRequest } from './answers.ts';

/*
 * The embedded engine offers the operations of DynamoDB and of its streams as tools of the Model Context Protocol: one
 * tool per operation, with the same fields in snake_case and DynamoDB's own values.
 */

const expression = ['ExpressionAttributeNames', 'ExpressionAttributeValues'];
const condition = ['ConditionExpression', 'ReturnValuesOnConditionCheckFailure', ...expression];
const page = ['FilterExpression', 'ProjectionExpression', 'Limit', 'ExclusiveStartKey', 'IndexName', 'Select'];

/** The operations in use, and the fields that their tools support. */
const fieldsOf: Readonly<Record<string, ReadonlySet<string>>> = {
  CreateTable: new Set([
    ...['TableName', 'KeySchema', 'AttributeDefinitions', 'GlobalSecondaryIndexes'],
    ...['BillingMode', 'StreamSpecification'],
  ]),
  DescribeTable: new Set(['TableName']),
  DeleteTable: new Set(['TableName']),
  ListTables: new Set(),
  GetItem: new Set(['TableName', 'Key', 'ProjectionExpression', 'ExpressionAttributeNames', 'ConsistentRead']),
  PutItem: new Set(['TableName', 'Item', 'ReturnValues', ...condition]),
  UpdateItem: new Set(['TableName', 'Key', 'UpdateExpression', 'ReturnValues', ...condition]),
  DeleteItem: new Set(['TableName', 'Key', 'ReturnValues', ...condition]),
  BatchGetItem: new Set(['RequestItems']),
  BatchWriteItem: new Set(['RequestItems']),
  Query: new Set(['TableName', 'KeyConditionExpression', 'ScanIndexForward', ...page, ...expression]),
  Scan: new Set(['TableName', 'Segment', 'TotalSegments', ...page, ...expression]),
  TransactWriteItems: new Set(['TransactItems', 'ClientRequestToken']),
  TransactGetItems: new Set(['TransactItems']),
  ListStreams: new Set(['TableName', 'Limit']),
  DescribeStream: new Set(['StreamArn', 'Limit']),
  GetShardIterator: new Set(['StreamArn', 'ShardId', 'ShardIteratorType', 'SequenceNumber']),
  GetRecords: new Set(['ShardIterator', 'Limit']),
};

/**
 * Fields that the tools lack and that make no difference, because the engine always reads the latest write. The same
 * goes for a field with the value `NONE`.
 */
const ignored = new Set(['ConsistentRead']);

/** Returns the JSON of the tool call for an operation, or a refusal if its tool would ignore a field. */
export function toolCallOf(operation: string, body: string): string | Answer {
  const fields = fieldsOf[operation];
  if (!fields) return invalidRequest(`The embedded engine does not support the operation ${operation}`);
  const given: [string, unknown][] = [];
  for (const [name, value] of Object.entries(JSON.parse(body) as object)) {
    if (fields.has(name)) given.push([snakeCase(name), value]);
    else if (!ignored.has(name) && value !== 'NONE')
      return invalidRequest(`The embedded engine does not support ${name} for ${operation}`);
  }
  // Otherwise the tool returns a shorter description in its own format.
  if (operation === 'DescribeTable') given.push(['raw', true]);
  return JSON.stringify({ name: snakeCase(operation), arguments: Object.fromEntries(given) });
}

const snakeCase = (name: string): string => name.replace(/(?<=[a-z])(?=[A-Z])/g, '_').toLowerCase();
