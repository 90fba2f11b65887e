/** `npm run list-all`: see the help text below, and "Upgrade" in docs/operations.md. */

import { parseArgs } from 'node:util';
import { UsageError } from '#local/settings.ts';
import { loadConfig } from '#shared/kernel/config.ts';
import { createDynamoDbClient } from '#shared/kernel/store/dynamodb/client.ts';
import { openDatabase } from '#shared/kernel/store/dynamodb/database.ts';
import { enterLists } from './lib/enter-lists.ts';
import { openStoppedStack } from './lib/stopped-stack.ts';

const helpText = `Enters the users and projects of Fiducial 0.1.0 into the lists that administrators read.

  npm run list-all [-- --data-dir <folder>]

  --data-dir   of a stack on this machine, which must be stopped meanwhile; without it a deployment, whose table
               TABLE_NAME names (output TableName of the stack data), with the credentials of the environment`;

async function main(): Promise<void> {
  const { values } = parseArgs({ options: { 'data-dir': { type: 'string' } }, strict: true });
  const directory = values['data-dir'];
  if (directory === undefined && !process.env.TABLE_NAME) throw new UsageError(helpText);
  await using resources = new AsyncDisposableStack();
  const client =
    directory === undefined ? createDynamoDbClient() : (await openStoppedStack(directory, resources)).client;
  const { users, projects } = await enterLists(openDatabase(client, loadConfig().tableName));
  console.log(`${users} users and ${projects} projects entered`);
}

await main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
});
