import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { claimDataDirectory, type DataDirectory } from '#local/data-folder/data-directory.ts';
import { localClient } from '#local/engine/client.ts';
import { externalEngine, openEngine } from '#local/engine/engine.ts';
import { thisHost } from '#local/engine/host.ts';
import { ensureTable } from '#local/engine/table.ts';
import { parseSettings, type Settings } from '#local/settings.ts';
import { loadConfig } from '#shared/kernel/config.ts';

/** The data of a stopped stack on this machine. */
export interface StoppedStack {
  settings: Settings;
  data: DataDirectory;
  /** Client of its table; the engine runs until `resources` are disposed. */
  client: DynamoDBClient;
}

/**
 * Opens the data directory of a stopped stack with a separate engine.
 * @throws UsageError while the stack runs, since two writers would conflict.
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
