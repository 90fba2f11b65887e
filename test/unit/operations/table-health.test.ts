import { DescribeTableCommand, DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { mockClient } from 'aws-sdk-client-mock';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { tableProblems } from '#scripts/operations/lib/table-health.ts';
import { startTestEngine, type TestEngine } from '#test/support/engine/engine.ts';

let engine: TestEngine;
beforeAll(async () => {
  engine = await startTestEngine();
  await engine.createTable();
});
afterAll(() => engine.stop());

test('a table as it is deployed has no problem of health', async () => {
  expect(await tableProblems(engine.client, engine.tableName)).toEqual([]);
});

test('a table that is not there is a problem', async () => {
  expect(await tableProblems(engine.client, 'other')).toEqual(["There is no table 'other' in this account and region"]);
});

test('an index that is being made, a table that is being changed, and one without a stream are problems', async () => {
  // The engine makes an index at once.
  const client = new DynamoDBClient({ region: 'eu-central-1' });
  mockClient(client)
    .on(DescribeTableCommand)
    .resolves({
      Table: {
        TableStatus: 'UPDATING',
        GlobalSecondaryIndexes: [
          { IndexName: 'gsi1', IndexStatus: 'ACTIVE' },
          { IndexName: 'gsi4', IndexStatus: 'CREATING' },
        ],
      },
    });
  expect(await tableProblems(client, 'fiducial')).toEqual([
    "The table 'fiducial' is UPDATING",
    "Its index 'gsi4' is CREATING",
    "The table 'fiducial' has no stream",
  ]);
});
