/** `npm run rebuild-projection`: see the help text below, and "Rebuilding histories" in docs/operations.md. */

import { parseArgs } from 'node:util';
import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { contextOf, createRuntime } from '#functions/runtime.ts';
import { UsageError } from '#local/settings.ts';
import { chipEntity } from '#shared/chips/store/chips.ts';
import { loadConfig } from '#shared/kernel/config.ts';
import { createDynamoDbClient } from '#shared/kernel/store/dynamodb/client.ts';
import { queryAll } from '#shared/kernel/store/dynamodb/database.ts';
import { chipKeys } from '#shared/kernel/store/keys.ts';
import { rebuildChip } from '#shared/values/verbs/projection/rebuild.ts';
import { openStoppedStack } from './lib/stopped-stack.ts';

const helpText = `Rebuilds the metric history and its roll-ups from task results, imports and manual values.

  npm run rebuild-projection -- --project <id> [--chip <id>] [--data-dir <folder>]

  --chip       one chip; all chips of the project unless given
  --data-dir   of a stack on this machine, which must be stopped meanwhile; without it a deployment, whose table
               TABLE_NAME names (output TableName of the stack data), with the credentials of the environment`;

async function main(): Promise<void> {
  const text = { type: 'string' } as const;
  const { values } = parseArgs({ options: { project: text, chip: text, 'data-dir': text }, strict: true });
  const { project, chip, 'data-dir': directory } = values;
  if (project === undefined) throw new UsageError(helpText);
  await using resources = new AsyncDisposableStack();
  const client = directory === undefined ? deployed() : (await openStoppedStack(directory, resources)).client;
  await rebuild(client, project, chip);
}

function deployed(): DynamoDBClient {
  if (!process.env.TABLE_NAME) throw new UsageError(helpText);
  return createDynamoDbClient();
}

async function rebuild(client: DynamoDBClient, projectId: string, chipId: string | undefined): Promise<void> {
  const ctx = contextOf(createRuntime(loadConfig(), { client }), 'rebuild-projection');
  const items = await queryAll(ctx.db, chipKeys.chips(projectId));
  const chips = items.map((item) => chipEntity.decode(item)).filter((chip) => (chipId ?? chip.chipId) === chip.chipId);
  if (chips.length === 0)
    throw new UsageError(`Project '${projectId}' has no ${chipId ? `chip '${chipId}'` : 'chips'}`);
  for (const chip of chips) {
    const { results, days } = await rebuildChip(ctx, chip);
    console.log(`${chip.chipId}: ${results} task results, ${days} days of metrics`);
  }
}

await main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
});
