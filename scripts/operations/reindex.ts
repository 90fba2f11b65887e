/** `npm run reindex`: see the help text below, and "The index of notes" in docs/operations.md. */

import { parseArgs } from 'node:util';
import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { OpenSearchClient } from '@aws-sdk/client-opensearch';
import { UsageError } from '#local/settings.ts';
import { loadConfig } from '#shared/kernel/config.ts';
import { createDynamoDbClient } from '#shared/kernel/store/dynamodb/client.ts';
import { openDatabase } from '#shared/kernel/store/dynamodb/database.ts';
import { scanNoteEvents } from '#shared/notes/store/note-event-scan.ts';
import { EmbeddedSearch } from '#shared/search/index/embedded.ts';
import { OpenSearch } from '#shared/search/index/open-search.ts';
import { openTransport } from '#shared/search/index/open-search-transport.ts';
import { type RebuildResult, rebuildEmbedded, rebuildOpenSearch } from '#shared/search/index/rebuild.ts';
import { segmentsOf } from './lib/options.ts';
import { findSearchDomain, searchDomainProblem } from './lib/search-domain.ts';
import { openStoppedStack } from './lib/stopped-stack.ts';

const helpText = `Rebuilds the note index from the table.

  npm run reindex -- --data-dir <folder>      of a stack on this machine, which must be stopped meanwhile
  npm run reindex -- --environment <name>     of a deployment, which goes on meanwhile: TABLE_NAME names its table (output
                                              TableName of the stack data); its search domain is found by its name
  npm run reindex                             the same with an OpenSearch of your own, at OPENSEARCH_ENDPOINT

  --segments <n>   parts of a deployment's table that are read side by side, 4 unless given`;

function options() {
  const text = { type: 'string' } as const;
  const { values } = parseArgs({
    options: { 'data-dir': text, environment: text, segments: text, help: { type: 'boolean' } },
    strict: true,
  });
  return values;
}

async function main({ help, environment, segments, 'data-dir': directory }: ReturnType<typeof options>): Promise<void> {
  if (help) return console.log(helpText);
  const parts = segmentsOf(segments);
  if (parts === undefined) throw new UsageError(helpText);
  const result = directory === undefined ? await ofDeployment(environment, parts) : await onThisMachine(directory);
  console.log(`${result.indexed} note events indexed, ${result.refused.length} refused`);
  for (const { eventId, reason } of result.refused) console.error(`${eventId}: ${reason}`);
  if (result.refused.length > 0) process.exitCode = 1;
}

async function ofDeployment(environment: string | undefined, segments: number): Promise<RebuildResult> {
  if (!process.env.TABLE_NAME) throw new UsageError(helpText);
  const endpoint = process.env.OPENSEARCH_ENDPOINT || (environment && (await domainEndpoint(environment)));
  if (!endpoint) throw new UsageError(helpText);
  return rebuildAt(endpoint, createDynamoDbClient(), segments);
}

/** The endpoint of the environment's domain, unless it cannot be filled now. */
async function domainEndpoint(environment: string): Promise<string> {
  const domain = await findSearchDomain(new OpenSearchClient({}), environment);
  if (!domain) throw new UsageError(`Environment '${environment}' has no search domain in this account and region`);
  const problem = searchDomainProblem(domain);
  if (problem) throw new UsageError(`${problem}. Reindex when it has recovered`);
  return domain.endpoint;
}

function rebuildAt(endpoint: string, client: DynamoDBClient, segments: number): Promise<RebuildResult> {
  const { openSearchAlias, tableName } = loadConfig();
  const index = new OpenSearch(openTransport(endpoint, client.config.credentials), openSearchAlias);
  return rebuildOpenSearch(index, () => scanNoteEvents(openDatabase(client, tableName), segments));
}

async function onThisMachine(directory: string): Promise<RebuildResult> {
  await using resources = new AsyncDisposableStack();
  const { client, data } = await openStoppedStack(directory, resources);
  const { openSearchEndpoint, tableName } = loadConfig();
  if (openSearchEndpoint !== '') return await rebuildAt(openSearchEndpoint, client, 1);
  const index = new EmbeddedSearch(data.searchFile);
  resources.defer(() => index.close());
  return await rebuildEmbedded(index, scanNoteEvents(openDatabase(client, tableName)));
}

await main(options()).catch((error: unknown) => {
  console.error(error instanceof UsageError ? error.message : error);
  process.exitCode = 1;
});
