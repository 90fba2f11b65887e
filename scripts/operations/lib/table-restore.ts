import { setTimeout as sleep } from 'node:timers/promises';
import {
  DescribeContinuousBackupsCommand,
  DescribeTableCommand,
  DescribeTimeToLiveCommand,
  type DynamoDBClient,
  RestoreTableToPointInTimeCommand,
  type TableDescription,
  TagResourceCommand,
  UpdateContinuousBackupsCommand,
  UpdateTableCommand,
  UpdateTimeToLiveCommand,
} from '@aws-sdk/client-dynamodb';
import { tableDefinition } from '#shared/kernel/store/dynamodb/table.ts';

export interface TableRestore {
  from: string;
  to: string;
  /** The latest possible instant unless given. */
  at?: Date | undefined;
}

const pollMilliseconds = 10_000;

/**
 * Restores a table to a point in time, as a new table, and waits for it.
 * @returns the instant to which it was restored.
 */
export async function restoreTable(client: DynamoDBClient, { from, to, at }: TableRestore): Promise<Date> {
  const latest = await client.send(new DescribeContinuousBackupsCommand({ TableName: from }));
  const recovery = latest.ContinuousBackupsDescription?.PointInTimeRecoveryDescription;
  await client.send(
    new RestoreTableToPointInTimeCommand({
      SourceTableName: from,
      TargetTableName: to,
      ...(at ? { RestoreDateTime: at } : { UseLatestRestorableTime: true }),
    }),
  );
  await activeTable(client, to);
  return at ?? recovery?.LatestRestorableDateTime ?? new Date();
}

/** The instant of the backup from which a table was restored. @throws Error if it was not restored. */
export async function snapshotOf(client: DynamoDBClient, tableName: string): Promise<Date> {
  const { RestoreSummary } = await activeTable(client, tableName);
  if (!RestoreSummary?.RestoreDateTime) throw new Error(`Table '${tableName}' was not restored from a backup`);
  return RestoreSummary.RestoreDateTime;
}

/**
 * Gives a restored table what a restore leaves out: stream, expiry, recovery to a point in time, encryption with the
 * account's key, tags, and protection unless it is disposable. Can be repeated.
 * @returns the ARN of its stream, for the setting `tableStreamArn`.
 * @throws Error if its keys or indexes are not those of the service.
 */
export async function equipTable(
  client: DynamoDBClient,
  tableName: string,
  { environment, isProtected }: { environment: string; isProtected: boolean },
): Promise<string> {
  const table = await activeTable(client, tableName);
  const problem = shapeProblem(table);
  if (problem) throw new Error(`Table '${tableName}' ${problem}`);
  const { StreamSpecification: stream, SSEDescription: encryption } = table;
  const { DeletionProtectionEnabled: wasProtected = false } = table;
  if (!stream?.StreamEnabled)
    await update(client, tableName, {
      StreamSpecification: { StreamEnabled: true, StreamViewType: tableDefinition.stream },
    });
  else if (stream.StreamViewType !== tableDefinition.stream)
    throw new Error(`Table '${tableName}' has a stream of ${stream.StreamViewType}: disable it first`);
  // AWS Backup restores with a key of AWS, whose use is in no log.
  if (encryption?.Status !== 'ENABLED')
    await update(client, tableName, { SSESpecification: { Enabled: true, SSEType: 'KMS' } });
  if (wasProtected !== isProtected) await update(client, tableName, { DeletionProtectionEnabled: isProtected });
  await expireItems(client, tableName);
  await keepRecoverable(client, tableName);
  const Tags = Object.entries({ application: 'fiducial', environment }).map(([Key, Value]) => ({ Key, Value }));
  await client.send(new TagResourceCommand({ ResourceArn: table.TableArn ?? '', Tags }));
  const { LatestStreamArn } = await activeTable(client, tableName);
  if (!LatestStreamArn) throw new Error(`Table '${tableName}' has no stream`);
  return LatestStreamArn;
}

/** Waits until a table and its indexes can be used. */
async function activeTable(client: DynamoDBClient, tableName: string): Promise<TableDescription> {
  for (;;) {
    const { Table: table = {} } = await client.send(new DescribeTableCommand({ TableName: tableName }));
    const statuses = [table.TableStatus, ...(table.GlobalSecondaryIndexes ?? []).map(({ IndexStatus }) => IndexStatus)];
    if (statuses.every((status) => status === 'ACTIVE')) return table;
    await sleep(pollMilliseconds);
  }
}

/** How a table differs from the definition, if it does. */
export function shapeProblem({ KeySchema = [], GlobalSecondaryIndexes = [] }: TableDescription): string | undefined {
  const { partitionKey, sortKey, indexes } = tableDefinition;
  const keys = KeySchema.map(({ AttributeName }) => AttributeName).join();
  if (keys !== [partitionKey, sortKey].join()) return `has the keys ${keys}, not ${partitionKey} and ${sortKey}`;
  const missing = indexes.find(({ name }) => !GlobalSecondaryIndexes.some(({ IndexName }) => IndexName === name));
  return missing && `has no index '${missing.name}': restore it with all indexes`;
}

type Change = Omit<ConstructorParameters<typeof UpdateTableCommand>[0], 'TableName'>;

async function update(client: DynamoDBClient, TableName: string, change: Change): Promise<void> {
  await client.send(new UpdateTableCommand({ TableName, ...change }));
  await activeTable(client, TableName);
}

async function expireItems(client: DynamoDBClient, TableName: string): Promise<void> {
  const { TimeToLiveDescription: expiry } = await client.send(new DescribeTimeToLiveCommand({ TableName }));
  if (expiry?.TimeToLiveStatus === 'ENABLED' || expiry?.TimeToLiveStatus === 'ENABLING') return;
  const TimeToLiveSpecification = { AttributeName: tableDefinition.ttlAttribute, Enabled: true };
  await client.send(new UpdateTimeToLiveCommand({ TableName, TimeToLiveSpecification }));
}

/** A table that has just been restored refuses this for a while. */
async function keepRecoverable(client: DynamoDBClient, TableName: string): Promise<void> {
  const PointInTimeRecoverySpecification = { PointInTimeRecoveryEnabled: true };
  for (;;) {
    try {
      await client.send(new UpdateContinuousBackupsCommand({ TableName, PointInTimeRecoverySpecification }));
      return;
    } catch (error) {
      if ((error as Error).name !== 'ContinuousBackupsUnavailableException') throw error;
      await sleep(pollMilliseconds);
    }
  }
}
