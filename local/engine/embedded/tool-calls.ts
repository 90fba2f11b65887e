import type { Answer } from '../access.ts';
import { invalidRequest } from './answers.ts';

/*
 * The embedded engine offers the operations of DynamoDB and of its streams as tools of the Model Context Protocol: a tool an operation, with the
 * same fields in snake_case, and what is inside of them as DynamoDB has it.
 */

const expression = ['ExpressionAttributeNames', 'ExpressionAttributeValues'];
const condition = ['ConditionExpression', 'ReturnValuesOnConditionCheckFailure', ...expression];
const page = ['FilterExpression', 'ProjectionExpression', 'Limit', 'ExclusiveStartKey', 'IndexName', 'Select'];

/** The operations that are used, and the fields that their tools take. */
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
 * Fields that the tools lack and that change nothing: the engine reads what was written last in any case. Nor does a field whose
 * value is `NONE`.
 */
const ignored = new Set(['ConsistentRead']);

/** The JSON of the tool call for an operation, or the refusal of a field that its tool would ignore. */
export function toolCallOf(operation: string, body: string): string | Answer {
  const fields = fieldsOf[operation];
  if (!fields) return invalidRequest(`The embedded engine has no operation ${operation} here`);
  const given: [string, unknown][] = [];
  for (const [name, value] of Object.entries(JSON.parse(body) as object)) {
    if (fields.has(name)) given.push([snakeCase(name), value]);
    else if (!ignored.has(name) && value !== 'NONE')
      return invalidRequest(`The embedded engine takes no ${name} for ${operation}`);
  }
  // Else it answers a shorter description of its own form.
  if (operation === 'DescribeTable') given.push(['raw', true]);
  return JSON.stringify({ name: snakeCase(operation), arguments: Object.fromEntries(given) });
}

const snakeCase = (name: string): string => name.replace(/(?<=[a-z])(?=[A-Z])/g, '_').toLowerCase();
