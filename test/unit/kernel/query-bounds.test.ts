import type { DynamoDBClient, QueryCommand } from '@aws-sdk/client-dynamodb';
import { describe, expect, test } from 'vitest';
import { openDatabase, type QueryRange, queryPage } from '#shared/kernel/store/dynamodb/database.ts';

/** The requests to the table for a range. */
async function asked(range: Omit<QueryRange, 'pk'>) {
  const sent: QueryCommand['input'][] = [];
  const send = async ({ input }: QueryCommand) => {
    sent.push(input);
    return {};
  };
  await queryPage(openDatabase({ send } as unknown as DynamoDBClient, 'table'), { pk: 'p', ...range });
  const [input] = sent;
  return [input?.KeyConditionExpression, Object.values(input?.ExpressionAttributeValues ?? {}).map(({ S }) => S)];
}

describe('the bounds of a query', () => {
  test.each<[string, Omit<QueryRange, 'pk'>, string, string[]]>([
    ['both ends', { from: 'a', through: 'b' }, '#pk = :pk AND #sk BETWEEN :from AND :through', ['p', 'a', 'b']],
    ['an empty beginning', { from: '', through: 'b' }, '#pk = :pk AND #sk <= :through', ['p', 'b']],
    ['an empty beginning alone', { from: '' }, '#pk = :pk', ['p']],
    ['no bounds', {}, '#pk = :pk', ['p']],
  ])('the bounds of a query with %s have no empty key, which DynamoDB refuses', async (_, range, condition, values) => {
    expect(await asked(range)).toEqual([condition, values]);
  });
});
