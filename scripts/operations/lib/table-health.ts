import { DescribeTableCommand, type DynamoDBClient, ResourceNotFoundException } from '@aws-sdk/client-dynamodb';

/** Obstacles to working with a table, one sentence each. */
export async function tableProblems(client: DynamoDBClient, tableName: string): Promise<string[]> {
  const table = await client
    .send(new DescribeTableCommand({ TableName: tableName }))
    .then(({ Table }) => Table)
    .catch((error: unknown) => {
      if (error instanceof ResourceNotFoundException) return undefined;
      throw error;
    });
  if (!table) return [`There is no table '${tableName}' in this account and region`];
  const states = [
    { what: `The table '${tableName}'`, status: table.TableStatus },
    ...(table.GlobalSecondaryIndexes ?? []).map(({ IndexName, IndexStatus }) => ({
      what: `Its index '${IndexName}'`,
      status: IndexStatus,
    })),
  ];
  const problems = states
    .filter(({ status }) => status !== undefined && status !== 'ACTIVE')
    .map(({ what, status }) => `${what} is ${status}`);
  // Without a stream, neither histories nor the index of notes are updated.
  if (!table.StreamSpecification?.StreamEnabled) problems.push(`The table '${tableName}' has no stream`);
  return problems;
}
