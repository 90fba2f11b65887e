/**
 * `npm run copy-table -- <from> <to> [--exact] [--segments <n>]`: copies a table restored to a point in time into the
 * live one, with the credentials of the environment; see "Restore" in docs/operations.md. `--exact` deletes what the
 * source lacks; `--segments` sets the number of parallel parts, 4 by default.
 */

import { parseArgs } from 'node:util';
import { createDynamoDbClient } from '#shared/kernel/store/dynamodb/client.ts';
import { openDatabase } from '#shared/kernel/store/dynamodb/database.ts';
import { mostSegments, segmentsOf } from './lib/options.ts';
import { copyTable } from './lib/table-copy.ts';

const { values, positionals } = parseArgs({
  options: { exact: { type: 'boolean', default: false }, segments: { type: 'string' } },
  allowPositionals: true,
});
const [from, to, ...others] = positionals;
const segments = segmentsOf(values.segments);
if (!from || !to || from === to || others.length > 0 || segments === undefined) {
  console.error(`Name two tables: npm run copy-table -- <from> <to> [--exact] [--segments <1 to ${mostSegments}>]`);
  process.exitCode = 2;
} else {
  const client = createDynamoDbClient();
  const { copied, deleted } = await copyTable(openDatabase(client, from), openDatabase(client, to), {
    exact: values.exact,
    segments,
  });
  console.log(`${copied} items copied from ${from} to ${to}, ${deleted} deleted`);
}
