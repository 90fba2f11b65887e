import { isDeepStrictEqual } from 'node:util';
import {
  type AttributeValue,
  ConditionalCheckFailedException,
  TransactionCanceledException,
  type TransactWriteItem,
} from '@aws-sdk/client-dynamodb';
import { changeOf } from './change.ts';
import { testOf } from './condition.ts';
import type { MemoryTable } from './memory-table.ts';
import { invalid, type Placeholders } from './paths.ts';
import { copyImage, type Image } from './values.ts';

/** A write in the common form of all requests. */
type Write = NonNullable<TransactWriteItem['Put' | 'Update' | 'Delete' | 'ConditionCheck']> & {
  Item?: Image | undefined;
  Key?: Image | undefined;
  UpdateExpression?: string | undefined;
};

export interface Key {
  pk: string;
  sk: string;
}

/** The key of an item. @throws Error `ValidationException` if it is missing or empty. */
export function keyOf(image: Image | undefined): Key {
  const pk = image?.pk?.S;
  const sk = image?.sk?.S;
  if (!pk || !sk) throw invalid('One or more parameter values were invalid: a key is missing or empty');
  return { pk, sk };
}

export const placeholdersOf = (request: {
  ExpressionAttributeNames?: Record<string, string> | undefined;
  ExpressionAttributeValues?: Record<string, AttributeValue> | undefined;
}): Placeholders => ({
  names: request.ExpressionAttributeNames ?? {},
  values: request.ExpressionAttributeValues ?? {},
});

/** Whether the current item at the key of a write meets its condition. */
function isMet(write: Write, existing: Image | undefined): boolean {
  const { ConditionExpression: condition } = write;
  return condition === undefined || testOf(condition)(existing ?? {}, placeholdersOf(write));
}

/** Applies an update to an item, or to none. */
function updated(write: Write, key: Key, existing: Image | undefined): Image {
  const before = existing ?? { pk: { S: key.pk }, sk: { S: key.sk } };
  return changeOf(write.UpdateExpression ?? '')(before, placeholdersOf(write));
}

/** Writes one item. @throws ConditionalCheckFailedException. */
export function writeOne(table: MemoryTable, kind: 'Put' | 'Update' | 'Delete', write: Write): Image | undefined {
  const key = keyOf(kind === 'Put' ? write.Item : write.Key);
  const existing = table.get(key.pk, key.sk);
  if (!isMet(write, existing))
    throw new ConditionalCheckFailedException({ message: 'The conditional request failed', $metadata: {} });
  const after = kind === 'Put' ? write.Item : kind === 'Update' ? updated(write, key, existing) : undefined;
  table.write(key.pk, key.sk, after);
  return after;
}

/** Writes all or nothing. @throws TransactionCanceledException with a reason for each write. */
export function writeTogether(
  table: MemoryTable,
  writes: readonly TransactWriteItem[],
  token: string | undefined,
): void {
  const earlier = token === undefined ? undefined : table.transactions.get(token);
  if (earlier) {
    if (isDeepStrictEqual(earlier, writes)) return;
    throw Object.assign(new Error('The token is of another transaction'), {
      name: 'IdempotentParameterMismatchException',
    });
  }
  const steps = writes.map((one) => stepOf(table, one));
  if (new Set(steps.map(({ key }) => JSON.stringify([key.pk, key.sk]))).size < steps.length)
    throw invalid('Transaction request cannot include multiple operations on one item');
  if (steps.length > 100) throw invalid('A transaction has at most 100 writes');
  if (steps.some(({ reason }) => reason !== 'None')) throw canceled(steps);
  for (const { kind, key, after } of steps) if (kind !== 'ConditionCheck') table.write(key.pk, key.sk, after);
  if (token !== undefined) table.transactions.set(token, [...writes]);
}

/** The effect of a write in a transaction, and its reason to refuse the whole. */
function stepOf(table: MemoryTable, one: TransactWriteItem) {
  const [kind, write] = Object.entries(one)[0] as [keyof TransactWriteItem, Write];
  const key = keyOf(kind === 'Put' ? write.Item : write.Key);
  const existing = table.get(key.pk, key.sk);
  const step = { kind, write, key, existing, after: undefined, reason: 'None' };
  if (!isMet(write, existing)) return { ...step, reason: 'ConditionalCheckFailed' };
  if (kind === 'Put') return { ...step, after: write.Item };
  if (kind !== 'Update') return step;
  try {
    return { ...step, after: updated(write, key, existing) };
  } catch (error) {
    if (error instanceof Error && error.name === 'ValidationException') return { ...step, reason: 'ValidationError' };
    throw error;
  }
}

function canceled(steps: readonly ReturnType<typeof stepOf>[]): Error {
  const reasons = steps.map(({ write, existing, reason }) => {
    const shown =
      reason === 'ConditionalCheckFailed' && existing && write.ReturnValuesOnConditionCheckFailure === 'ALL_OLD';
    return { Code: reason, ...(shown ? { Item: copyImage(existing) } : {}) };
  });
  return new TransactionCanceledException({
    message: `Transaction cancelled [${reasons.map(({ Code }) => Code).join(', ')}]`,
    CancellationReasons: reasons,
    $metadata: {},
  });
}
