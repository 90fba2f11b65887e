/** `npm run resync-schedules`: see the help text below, and "Restore" in docs/operations.md. */

import { parseArgs } from 'node:util';
import { contextOf, createRuntime } from '#functions/runtime.ts';
import { loadConfig } from '#shared/kernel/config.ts';
import { createDynamoDbClient } from '#shared/kernel/store/dynamodb/client.ts';
import { resyncSchedules } from '#shared/schedules/verbs/resync-schedules.ts';

const helpText = `Has EventBridge Scheduler told of every schedule in the table: the sweep does it within minutes.

  npm run resync-schedules   of a deployment: TABLE_NAME names its table (output TableName of the stack data)

A stack on one machine takes its schedules from the table whenever it starts.`;

async function main(): Promise<void> {
  const { values } = parseArgs({ options: { help: { type: 'boolean' } }, strict: true });
  if (values.help) return console.log(helpText);
  if (!process.env.TABLE_NAME) throw new Error(helpText);
  const client = createDynamoDbClient();
  const ctx = contextOf(createRuntime(loadConfig(), { client }), 'resync-schedules');
  console.log(`The next sweep will sync ${await resyncSchedules(ctx)} schedules`);
  client.destroy();
}

await main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
});
