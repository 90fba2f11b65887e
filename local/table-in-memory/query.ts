import type { QueryCommandInput, QueryCommandOutput } from '@aws-sdk/client-dynamodb';
import { testOf } from './condition.ts';
import type { MemoryTable } from './memory-table.ts';
import { placeholdersOf } from './requests.ts';
import { copyImage, type Image } from './values.ts';

const understood = new Set([
  ...['TableName', 'IndexName', 'KeyConditionExpression', 'ExpressionAttributeNames', 'ExpressionAttributeValues'],
  ...['ScanIndexForward', 'ConsistentRead', 'Limit', 'ExclusiveStartKey', 'Select', 'ProjectionExpression'],
]);

/** One page of a range. */
export function query(table: MemoryTable, input: QueryCommandInput): Partial<QueryCommandOutput> {
  for (const name of Object.keys(input)) if (!understood.has(name)) throw new Error(`Query: ${name} is not known`);
  const { IndexName, KeyConditionExpression = '', ScanIndexForward = true, ExclusiveStartKey: start } = input;
  const { items, placeOf, partitionKey } = table.source(IndexName);
  const by = placeholdersOf(input);
  const inRange = testOf(KeyConditionExpression);
  const limit = Math.min(input.Limit ?? Number.POSITIVE_INFINITY, table.pageItems);
  const found: Image[] = [];
  for (const { item } of items.walk(partitionOf(input, partitionKey), start && placeOf(start), !ScanIndexForward)) {
    if (!inRange(item, by)) continue;
    found.push(item);
    if (found.length === limit) break;
  }
  const last = found.length === limit ? found.at(-1) : undefined;
  return {
    Count: found.length,
    ...(input.Select === 'COUNT' ? {} : { Items: found.map((item) => copyImage(projected(item, input))) }),
    // A full page may be the last one; only the next request shows that.
    ...(last ? { LastEvaluatedKey: keysOf(last, IndexName) } : {}),
  };
}

/** The partition of a key condition, which comes first in it. */
function partitionOf({ KeyConditionExpression: text = '', ...input }: QueryCommandInput, partitionKey: string): string {
  const [, name = '', value = ''] = /^(\S+) = (:\w+)/.exec(text) ?? [];
  const { names, values } = placeholdersOf(input);
  const pk = values[value]?.S;
  if (names[name] !== partitionKey || pk === undefined) throw new Error(`Query: "${text}" names no partition`);
  return pk;
}

/** The requested attributes of an item, or all of them. */
function projected(item: Image, { ProjectionExpression: text, ...input }: QueryCommandInput): Image {
  if (text === undefined) return item;
  const { names } = placeholdersOf(input);
  const asked = new Set(text.split(', ').map((name) => names[name]));
  return Object.fromEntries(Object.entries(item).filter(([name]) => asked.has(name)));
}

function keysOf(item: Image, indexName: string | undefined) {
  const names = ['pk', 'sk', ...(indexName ? [`${indexName}pk`, `${indexName}sk`] : [])];
  return copyImage(Object.fromEntries(names.flatMap((name) => (item[name] ? [[name, item[name]]] : []))));
}
