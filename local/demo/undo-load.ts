import {
  ConditionalCheckFailedException,
  type DynamoDBClient,
  GetItemCommand,
  PutItemCommand,
  TransactWriteItemsCommand,
} from '@aws-sdk/client-dynamodb';
import { LoadLog, type LoggedRun, type LoggedWrite } from '#local/demo/load-log.ts';
import type { Image } from '#local/table-in-memory/values.ts';
import type { DiskObjects } from '#shared/kernel/objects/disk.ts';
import { encodeSegment, type ObjectFolder } from '#shared/runs/rules/artifact-path.ts';

/** Folders with files of runs. */
const runFolders = ['figures', 'raw', 'snapshots'] as const satisfies readonly ObjectFolder[];

interface CutLoad {
  client: DynamoDBClient;
  tableName: string;
  objects: Pick<DiskObjects, 'deleteBelow'>;
  /** The log of the load. */
  logFile: string;
}

/**
 * Undoes an interrupted load. Table and files are restored, except for changes that others made since. The log remains,
 * empty, until a load completes. An interrupted undo can be repeated.
 * @returns `complete` if the load had finished; its log is deleted.
 */
export async function undoLoad({ client, tableName, objects, logFile }: CutLoad): Promise<'undone' | 'complete'> {
  const log = await LoadLog.open(logFile);
  const [completing] = log.last()?.writes ?? [];
  if (completing && (await exists(client, tableName, completing))) {
    await log.delete();
    return 'complete';
  }
  try {
    for (let transaction = log.newest(); transaction; transaction = log.newest()) {
      await undoWrites(client, tableName, transaction.writes);
      log.remove(transaction.id);
    }
    for (const run of log.runs()) await deleteFiles(objects, run);
    log.forgetRuns();
    return 'undone';
  } finally {
    log.close();
  }
}

async function exists(client: DynamoDBClient, TableName: string, { pk, sk }: LoggedWrite): Promise<boolean> {
  const { Item } = await client.send(new GetItemCommand({ TableName, Key: keyOf({ pk, sk }), ConsistentRead: true }));
  return Item !== undefined;
}

async function undoWrites(client: DynamoDBClient, TableName: string, writes: readonly LoggedWrite[]): Promise<void> {
  const added = writes.filter(({ before }) => before === undefined);
  if (added.length > 0)
    await client.send(
      new TransactWriteItemsCommand({
        TransactItems: added.map((write) => ({ Delete: { TableName, Key: keyOf(write) } })),
      }),
    );
  for (const { before, rev } of writes) if (before) await putBack(client, TableName, before, rev);
}

/** Later changes by others are kept. */
async function putBack(
  client: DynamoDBClient,
  TableName: string,
  before: Image,
  rev: string | undefined,
): Promise<void> {
  const asWritten =
    rev === undefined
      ? { ConditionExpression: 'attribute_not_exists(pk)' }
      : { ConditionExpression: 'rev = :written', ExpressionAttributeValues: { ':written': { N: rev } } };
  await client.send(new PutItemCommand({ TableName, Item: before, ...asWritten })).catch((error: unknown) => {
    if (!(error instanceof ConditionalCheckFailedException)) throw error;
  });
}

const keyOf = ({ pk, sk }: Pick<LoggedWrite, 'pk' | 'sk'>) => ({ pk: { S: pk }, sk: { S: sk } });

async function deleteFiles(objects: CutLoad['objects'], { projectId, flowRunId }: LoggedRun): Promise<void> {
  for (const folder of runFolders)
    await objects.deleteBelow([folder, ...[projectId, flowRunId].map(encodeSegment)].join('/'));
}
