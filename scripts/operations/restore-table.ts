/** `npm run restore-table`: see the help text below, and "Restore" in docs/operations.md. */
import { parseArgs } from 'node:util';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { UsageError } from '#local/settings.ts';
import { instantOf } from './lib/options.ts';
import { equipTable, restoreTable } from './lib/table-restore.ts';

const helpText = `Makes a restored table usable, and prints the setting with which the service uses it.

  npm run restore-table -- --environment <name> --to <new table> --from <table> [--at <UTC>]
  npm run restore-table -- --environment <name> --to <table>

  --from   restores this table to a point in time first, as a new table; without it --to is a table that AWS Backup
           restored
  --at     such as 2026-11-27T08:30:00Z, at most 35 days ago; the latest possible instant unless given

The table gets a stream, expiry, recovery to a point in time, tags and protection against deletion. Uses the credentials of
the environment, and AWS_REGION. It can be repeated without --from after an interruption.`;

async function main(): Promise<void> {
  const text = { type: 'string' } as const;
  const options = { environment: text, from: text, to: text, at: text, help: { type: 'boolean' } } as const;
  const { values } = parseArgs({ options, strict: true });
  if (values.help) return console.log(helpText);
  const { environment, from, to } = values;
  const at = instantOf(values.at);
  if (!environment || !to || from === to || (at && !from)) throw new UsageError(helpText);
  const client = new DynamoDBClient({});
  if (from)
    console.log(`${from} is restored as ${to}, as of ${(await restoreTable(client, { from, to, at })).toISOString()}`);
  const tableStreamArn = await equipTable(client, to, { environment, isProtected: true });
  console.log(`"tableStreamArn": "${tableStreamArn}"`);
}

await main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
});
