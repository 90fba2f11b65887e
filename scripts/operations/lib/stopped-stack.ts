import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { claimDataDirectory, type DataDirectory } from '#local/data-folder/data-directory.ts';
import { localClient } from '#local/engine/client.ts';
import { externalEngine, openEngine } from '#local/engine/engine.ts';
import { thisHost } from '#local/engine/host.ts';
import { ensureTable } from '#local/engine/table.ts';
import { parseSettings, type Settings } from '#local/settings.ts';
import { loadConfig } from '#shared/config.ts';

/** The data of a stack on this machine that does not run. */
export interface StoppedStack {
  settings: Settings;
  data: DataDirectory;
  /** Of its table, whose engine runs until `resources` are disposed of. */
  client: DynamoDBClient;
}

/**
 * Opens the data directory of a stack on this machine with an engine of its own.
 * @throws UsageError while the stack runs: two writers would not know of each other.
 */
export async function openStoppedStack(directory: string, resources: AsyncDisposableStack): Promise<StoppedStack> {
  const settings = parseSettings([], { ...process.env, FIDUCIAL_DATA_DIR: directory });
  const data = await claimDataDirectory(settings.dataDirectory);
  resources.defer(() => data.release());
  const { dynamodbEndpoint } = settings;
  const engine = dynamodbEndpoint
    ? externalEngine({ endpoint: dynamodbEndpoint })
    : await openEngine(data, thisHost, console.log);
  resources.defer(() => engine.stop());
  const client = localClient(engine.access);
  resources.defer(() => client.destroy());
  await ensureTable(client, loadConfig().tableName, engine.databaseFile);
  return { settings, data, client };
}
