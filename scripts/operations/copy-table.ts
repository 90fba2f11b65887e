/**
 * `npm run copy-table -- <from> <to> [--exact]`: copies a table restored to a point in time into the live one, with the
 * credentials of the environment; see "Restore" in docs/operations.md. `--exact` deletes what the source lacks.
 */

import { parseArgs } from 'node:util';
import { createDynamoDbClient } from '#shared/store/dynamodb/client.ts';
import { openDatabase } from '#shared/store/dynamodb/database.ts';
import { copyTable } from './lib/table-copy.ts';

const { values, positionals } = parseArgs({
  options: { exact: { type: 'boolean', default: false } },
  allowPositionals: true,
});
const [from, to, ...others] = positionals;
if (!from || !to || from === to || others.length > 0) {
  console.error('Name two tables: npm run copy-table -- <from> <to> [--exact]');
  process.exitCode = 2;
} else {
  const client = createDynamoDbClient();
  const { copied, deleted } = await copyTable(openDatabase(client, from), openDatabase(client, to), values.exact);
  console.log(`${copied} items copied from ${from} to ${to}, ${deleted} deleted`);
}
