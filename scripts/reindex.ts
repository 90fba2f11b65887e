/** `npm run reindex`: see the help text below, and "The index of notes" in docs/operations.md. */
import { parseArgs } from 'node:util';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { localClient } from '#local/client.ts';
import { claimDataDirectory } from '#local/data-directory.ts';
import { externalEngine, startEngine } from '#local/engine.ts';
import { parseSettings, UsageError } from '#local/settings.ts';
import { ensureTable } from '#local/table.ts';
import { loadConfig } from '#shared/config.ts';
import { EmbeddedSearch } from '#shared/search/embedded.ts';
import { OpenSearch } from '#shared/search/open-search.ts';
import { openTransport } from '#shared/search/open-search-transport.ts';
import { type RebuildResult, rebuildEmbedded, rebuildOpenSearch } from '#shared/search/rebuild.ts';
import { openDatabase } from '#shared/store/database.ts';
import { scanNoteEvents } from '#shared/store/note-event-scan.ts';

const helpText = `Builds the index of notes again from the table.

  npm run reindex -- --data-dir <folder>   of a stack on this machine, which must be stopped meanwhile
  npm run reindex                          of a deployment, which goes on meanwhile: TABLE_NAME names its table and
                                           OPENSEARCH_ENDPOINT its OpenSearch (outputs TableName of the stack data,
                                           OpenSearchEndpoint of the stack search)`;

function options() {
  return parseArgs({ options: { 'data-dir': { type: 'string' }, help: { type: 'boolean' } }, strict: true }).values;
}

async function main({ help, 'data-dir': directory }: ReturnType<typeof options>): Promise<void> {
  if (help) return console.log(helpText);
  const result = directory === undefined ? await ofDeployment() : await onThisMachine(directory);
  console.log(`${result.indexed} note events indexed, ${result.refused.length} refused`);
  for (const { eventId, reason } of result.refused) console.error(`${eventId}: ${reason}`);
  if (result.refused.length > 0) process.exitCode = 1;
}

function ofDeployment(): Promise<RebuildResult> {
  if (!process.env.TABLE_NAME || !process.env.OPENSEARCH_ENDPOINT) throw new UsageError(helpText);
  return throughOpenSearch(new DynamoDBClient({}));
}

function throughOpenSearch(client: DynamoDBClient): Promise<RebuildResult> {
  const { openSearchEndpoint, openSearchAlias, tableName } = loadConfig();
  const index = new OpenSearch(openTransport(openSearchEndpoint, client.config.credentials), openSearchAlias);
  return rebuildOpenSearch(index, () => scanNoteEvents(openDatabase(client, tableName)));
}

async function onThisMachine(directory: string): Promise<RebuildResult> {
  const settings = parseSettings([], { ...process.env, FIDUCIAL_DATA_DIR: directory });
  const { openSearchEndpoint, tableName } = loadConfig();
  await using resources = new AsyncDisposableStack();
  const data = await claimDataDirectory(settings.dataDirectory);
  resources.defer(() => data.release());
  const { dynamodbEndpoint } = settings;
  const engine = dynamodbEndpoint ? externalEngine(dynamodbEndpoint) : await startEngine(data.databaseFile);
  resources.defer(() => engine.stop());
  const client = localClient(engine.endpoint);
  resources.defer(() => client.destroy());
  await ensureTable(client, tableName, engine.databaseFile);
  if (openSearchEndpoint !== '') return await throughOpenSearch(client);
  const index = new EmbeddedSearch(data.searchFile);
  resources.defer(() => index.close());
  return await rebuildEmbedded(index, scanNoteEvents(openDatabase(client, tableName)));
}

await main(options()).catch((error: unknown) => {
  console.error(error instanceof UsageError ? error.message : error);
  process.exitCode = 1;
});
