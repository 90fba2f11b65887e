import {
  type AttributeValue,
  BatchGetItemCommand,
  BatchWriteItemCommand,
  type DynamoDBClient,
  GetItemCommand,
  PutItemCommand,
  QueryCommand,
  type QueryCommandInput,
  UpdateItemCommand,
  type UpdateItemCommandInput,
  type WriteRequest,
} from '@aws-sdk/client-dynamodb';
import { forEachConcurrent } from '../../concurrency.ts';
import type { Key } from '../keys.ts';
import { fromImage, toImage } from './attribute-values.ts';
import { backOff } from './back-off.ts';
import type { Item } from './codec.ts';
import { tableDefinition } from './table.ts';
import type { UpdateExpression } from './update.ts';

/** The one table, as repositories use it. Everything that talks to DynamoDB goes through here or `transaction.ts`. */
export interface Database {
  readonly client: DynamoDBClient;
  readonly tableName: string;
  /** Told of the keys of every write that was or may have been applied; the writer waits for it. Never fails. */
  readonly written?: (keys: readonly Pick<Key, 'pk'>[]) => Promise<void>;
}

/** Wraps a client. */
export const openDatabase = (client: DynamoDBClient, tableName: string): Database => ({ client, tableName });

/** The same table for writes that no answer shows, such as the removal of a whole project. */
export const withoutRevisions = ({ client, tableName }: Database): Database => ({ client, tableName });

/** A partition to read, and what part of its sort keys. */
export interface QueryRange {
  pk: string;
  /** Only sort keys that begin so; empty for all. */
  prefix?: string;
  /** Only sort keys from here (inclusive) ... */
  from?: string;
  /** ... through here (inclusive). */
  through?: string;
  index?: 'gsi1' | 'gsi2' | 'gsi3' | 'gsi4';
  /** Largest sort key first. */
  descending?: boolean;
  consistent?: boolean;
  /** These alone are brought along, and not the whole item, which costs the same units. */
  attributes?: readonly string[];
}

/** Reads one item; consistent unless said otherwise, because most single reads decide something. */
export async function getItem(db: Database, key: Key, consistent = true): Promise<Item | undefined> {
  const { Item } = await db.client.send(
    new GetItemCommand({ TableName: db.tableName, Key: keyImage(key), ConsistentRead: consistent }),
  );
  return Item && fromImage(Item);
}

/** By its length it is known where the first part ends. */
const keyText = ({ pk, sk }: Key): string => `${pk.length} ${pk}${sk}`;

/** A key as it goes over the wire. */
export const keyImage = ({ pk, sk }: Key) => ({ pk: { S: pk }, sk: { S: sk } });

/** Most rounds of requests for unprocessed keys or items. */
const batchRounds = 8;

/**
 * Reads any number of items, 100 a call, concurrently. The answer has the order of `keys`, undefined for missing items.
 */
export async function batchGetItems(
  db: Database,
  keys: readonly Key[],
  consistent = true,
): Promise<(Item | undefined)[]> {
  const found = new Map<string, Item>();
  const names = keys.map(keyText);
  const unique = [...new Map(keys.map((key, n) => [names[n], key])).values()];
  await Promise.all(
    chunk(unique, 100).map(async (part) => {
      let remaining: Record<string, AttributeValue>[] = part.map(keyImage);
      for (let round = 0; remaining.length > 0; round += 1) {
        if (round === batchRounds) throw new Error(`BatchGetItem left ${remaining.length} keys unprocessed`);
        if (round > 0) await backOff(round);
        const answer = await db.client.send(
          new BatchGetItemCommand({
            RequestItems: { [db.tableName]: { Keys: remaining, ConsistentRead: consistent } },
          }),
        );
        for (const image of answer.Responses?.[db.tableName] ?? []) {
          const item = fromImage(image);
          found.set(keyText(item as unknown as Key), item);
        }
        remaining = answer.UnprocessedKeys?.[db.tableName]?.Keys ?? [];
      }
    }),
  );
  return names.map((name) => found.get(name));
}

export type BatchWrite = { put: Item } | { delete: Key };

/**
 * Writes items without conditions, 25 a call and four calls at a time. Not atomic: only for writes that may be
 * repeated. Two writes of one key in the same batch are an error of DynamoDB.
 */
export async function batchWriteItems(db: Database, writes: readonly BatchWrite[]): Promise<void> {
  await forEachConcurrent(chunk(writes, 25), 4, (part) => writePart(db, part));
}

async function writePart(db: Database, part: readonly BatchWrite[]): Promise<void> {
  let requests: WriteRequest[] = part.map((write) =>
    'put' in write ? { PutRequest: { Item: toImage(write.put) } } : { DeleteRequest: { Key: keyImage(write.delete) } },
  );
  for (let round = 0; requests.length > 0; round += 1) {
    if (round === batchRounds) throw new Error(`BatchWriteItem left ${requests.length} items unprocessed`);
    if (round > 0) await backOff(round);
    const command = new BatchWriteItemCommand({ RequestItems: { [db.tableName]: requests } });
    const answer = await db.client.send(command).finally(() => db.written?.(part.map(keyOf)));
    requests = answer.UnprocessedItems?.[db.tableName] ?? [];
  }
}

const keyOf = (write: BatchWrite): Pick<Key, 'pk'> => ('put' in write ? { pk: String(write.put.pk) } : write.delete);

export interface QueryPage {
  items: Item[];
  /** Where the next page begins; undefined on the last one. */
  lastKey: Item | undefined;
}

/** Reads one page of a range. */
export async function queryPage(
  db: Database,
  range: QueryRange,
  page: { limit?: number; startKey?: Item; count?: boolean } = {},
): Promise<QueryPage & { count: number }> {
  const answer = await db.client.send(
    new QueryCommand({
      ...queryInput(db, range),
      ...(page.limit === undefined ? {} : { Limit: page.limit }),
      ...(page.startKey === undefined ? {} : { ExclusiveStartKey: toImage(page.startKey) }),
      ...(page.count ? { Select: 'COUNT' as const } : {}),
    }),
  );
  const { Items = [], LastEvaluatedKey: last, Count = 0 } = answer;
  return { items: Items.map(fromImage), lastKey: last && fromImage(last), count: Count };
}

/** Called for each page that the table cuts off, at a megabyte; may throw to stop reading. */
export type OnFullPage = () => void;

/**
 * Reads a range of any length, a page at a time; items that were read may be deleted meanwhile.
 * @param limit most items of a page; else a page has up to a megabyte.
 */
export async function* queryPages(
  db: Database,
  range: QueryRange,
  onFullPage?: OnFullPage,
  limit?: number,
): AsyncGenerator<Item[]> {
  let startKey: Item | undefined;
  do {
    const page = await queryPage(db, range, { ...(startKey && { startKey }), ...(limit !== undefined && { limit }) });
    if (page.lastKey) onFullPage?.();
    yield page.items;
    startKey = page.lastKey;
  } while (startKey);
}

/** Reads a whole range, page after page. Only for ranges with a known bound, or one that is set by `onFullPage`. */
export async function queryAll(db: Database, range: QueryRange, onFullPage?: OnFullPage): Promise<Item[]> {
  const items: Item[] = [];
  for await (const page of queryPages(db, range, onFullPage)) items.push(...page);
  return items;
}

function queryInput(db: Database, range: QueryRange): QueryCommandInput {
  const index = tableDefinition.indexes.find(({ name }) => name === range.index);
  const values: Item = { ':pk': range.pk };
  const names: Record<string, string> = { '#pk': index?.partitionKey ?? tableDefinition.partitionKey };
  let condition = '#pk = :pk';
  const sort = index?.sortKey ?? tableDefinition.sortKey;
  const bounds = sortCondition(range);
  if (bounds) {
    condition += ` AND ${bounds.text}`;
    names['#sk'] = sort;
    Object.assign(values, bounds.values);
  }
  const placeholders = range.attributes?.map((_, place) => `#a${place}`);
  for (const [place, attribute] of (range.attributes ?? []).entries()) names[`#a${place}`] = attribute;
  return {
    TableName: db.tableName,
    ...(placeholders ? { ProjectionExpression: placeholders.join(', ') } : {}),
    ...(index ? { IndexName: index.name } : {}),
    KeyConditionExpression: condition,
    ExpressionAttributeNames: names,
    ExpressionAttributeValues: toImage(values),
    ScanIndexForward: !range.descending,
    ConsistentRead: !index && (range.consistent ?? true),
  };
}

function sortCondition({ prefix, from, through }: QueryRange): { text: string; values: Item } | undefined {
  if (prefix) return { text: 'begins_with(#sk, :prefix)', values: { ':prefix': prefix } };
  // DynamoDB takes no empty key, which would be before everything.
  if (from && through !== undefined)
    return { text: '#sk BETWEEN :from AND :through', values: { ':from': from, ':through': through } };
  if (from) return { text: '#sk >= :from', values: { ':from': from } };
  if (through !== undefined) return { text: '#sk <= :through', values: { ':through': through } };
  return undefined;
}

export type ItemWrite =
  | {
      put: Item;
      condition?: Condition;
      /** No answer with a revision shows it. */
      unseen?: true;
    }
  | {
      update: Key;
      with: UpdateExpression;
      condition?: Condition;
      /** Without the item as it is then, which not everybody who may write may have answered. */
      unanswered?: true;
      /** No answer with a revision shows it. */
      unseen?: true;
    };

/** A condition expression with its names and values. */
export interface Condition {
  expression: string;
  names?: Record<string, string>;
  values?: Item;
}

/** The key does not exist yet. */
export const ifAbsent: Condition = { expression: 'attribute_not_exists(pk)' };

/** The item is still at this revision. */
export const ifRevision = (rev: number): Condition => ({
  expression: '#rev = :expectedRev',
  names: { '#rev': 'rev' },
  values: { ':expectedRev': rev },
});

/** Every one of these conditions. */
export const allOf = (...conditions: Condition[]): Condition => ({
  expression: conditions.map(({ expression }) => `(${expression})`).join(' AND '),
  names: Object.assign({}, ...conditions.map(({ names }) => names)),
  values: Object.assign({}, ...conditions.map(({ values }) => values)),
});

/** Writes one item. @returns whether the condition held. */
export async function writeItem(db: Database, write: ItemWrite): Promise<{ ok: boolean; attributes?: Item }> {
  const key = 'put' in write ? { pk: String(write.put.pk) } : write.update;
  const written = async () => {
    if (!write.unseen) await db.written?.([key]);
  };
  try {
    const attributes = await sendWrite(db, write);
    await written();
    return attributes ? { ok: true, attributes: fromImage(attributes) } : { ok: true };
  } catch (error) {
    if (error instanceof Error && error.name === 'ConditionalCheckFailedException') return { ok: false };
    // It may have been applied.
    await written();
    throw error;
  }
}

async function sendWrite(db: Database, write: ItemWrite): Promise<Record<string, AttributeValue> | undefined> {
  if (!('put' in write)) return (await db.client.send(new UpdateItemCommand(updateInput(db, write)))).Attributes;
  const put = { TableName: db.tableName, Item: toImage(write.put), ...conditionInput(write.condition) };
  await db.client.send(new PutItemCommand(put));
  return undefined;
}

function updateInput(db: Database, write: Extract<ItemWrite, { update: Key }>): UpdateItemCommandInput {
  return {
    TableName: db.tableName,
    Key: keyImage(write.update),
    ReturnValues: write.unanswered ? 'NONE' : 'ALL_NEW',
    ...expressionInput(write.with, write.condition),
  };
}

/** The parts of a request that express an update and its condition. */
export const expressionInput = (update: UpdateExpression, condition: Condition | undefined) => ({
  UpdateExpression: update.expression,
  ...(condition ? { ConditionExpression: condition.expression } : {}),
  ...optional('ExpressionAttributeNames', { ...update.names, ...condition?.names }),
  ...optional('ExpressionAttributeValues', toImage({ ...update.values, ...condition?.values })),
});

/** The parts of a request that express a condition. */
export const conditionInput = (condition: Condition | undefined) =>
  condition
    ? {
        ConditionExpression: condition.expression,
        ...optional('ExpressionAttributeNames', condition.names ?? {}),
        ...optional('ExpressionAttributeValues', toImage(condition.values ?? {})),
      }
    : {};

/** DynamoDB refuses empty maps of names or values. */
export const optional = <Name extends string, Value extends object>(
  name: Name,
  value: Value,
): { [K in Name]?: Value } => (Object.keys(value).length > 0 ? ({ [name]: value } as { [K in Name]: Value }) : {});

/** Cuts a list into parts of at most `size`. */
export function chunk<T>(list: readonly T[], size: number): T[][] {
  const parts: T[][] = [];
  for (let start = 0; start < list.length; start += size) parts.push(list.slice(start, start + size));
  return parts;
}
